import { useEffect, useRef, useState } from 'react'
import { type MicrophoneFault, NoMicrophone, openMicrophone } from '#lib/microphone.ts'

const LONGEST_MS = 60_000

/** Records from the microphone until it is stopped, for at most a minute. */
export function useRecorder(onSound: (sound: Blob) => void) {
  const recorder = useRef<MediaRecorder>(undefined)
  const [isRecording, setRecording] = useState(false)
  const [fault, setFault] = useState<MicrophoneFault>()
  // Release the microphone when the dialog is closed.
  useEffect(
    () => () => {
      recorder.current?.stream.getTracks().forEach((track) => track.stop())
    },
    [],
  )
  async function start() {
    setFault(undefined)
    try {
      const stream = await openMicrophone(true)
      const made = new MediaRecorder(stream)
      recorder.current = made
      const pieces: Blob[] = []
      const timer = setTimeout(() => made.state === 'recording' && made.stop(), LONGEST_MS)
      made.addEventListener('dataavailable', ({ data }) => pieces.push(data))
      made.addEventListener('stop', () => {
        clearTimeout(timer)
        stream.getTracks().forEach((track) => track.stop())
        setRecording(false)
        onSound(new Blob(pieces, { type: made.mimeType }))
      })
      made.start()
      setRecording(true)
    } catch (error) {
      setFault(error instanceof NoMicrophone ? error.fault : 'denied')
    }
  }
  return { isRecording, fault, start: () => void start(), stop: () => recorder.current?.stop() }
}
