import type { Page } from 'playwright-core'

/** Replaces the microphone with one that is silent except while `speak` plays a recording (WAV in base64). */
export const withMicrophone = (page: Page, recordings: readonly string[]) =>
  page.addInitScript((sounds) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext()
      const out = context.createMediaStreamDestination()
      // A real microphone sends silence too; without a source, nothing would be sent.
      const quiet = new ConstantSourceNode(context, { offset: 0 })
      quiet.connect(out)
      quiet.start()
      const buffers = await Promise.all(
        sounds.map((sound) =>
          context.decodeAudioData(Uint8Array.from(atob(sound), (letter) => letter.charCodeAt(0)).buffer),
        ),
      )
      addEventListener('speak', (event) => {
        const source = context.createBufferSource()
        source.buffer = buffers[(event as CustomEvent<number>).detail]!
        source.addEventListener('ended', () => dispatchEvent(new Event('spoken')))
        source.connect(out)
        source.start()
      })
      return out.stream
    }
  }, recordings)
/** Plays one of the recordings and waits until it ends. */
export const speak = (page: Page, which: number) =>
  page.evaluate(
    (detail) =>
      new Promise<void>((resolve) => {
        addEventListener('spoken', () => resolve(), { once: true })
        dispatchEvent(new CustomEvent('speak', { detail }))
      }),
    which,
  )
