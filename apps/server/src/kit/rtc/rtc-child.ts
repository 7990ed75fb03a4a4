import { parentPort, workerData } from 'node:worker_threads'
import type { FromRtcWorker, RtcPlace, ToRtcWorker } from './rtc-messages.ts'
import { openPeer, type RtcPeer, RtcRefused } from './rtc-peer.ts'

/** The thread that encrypts and decrypts calls, so that this work does not slow down the main thread. */
const port = parentPort!
const place = workerData as RtcPlace
const peers = new Map<number, RtcPeer>()
/** Calls whose offer is being answered, and whether they were ended in the meantime. */
const pending = new Map<number, 'wanted' | 'given up'>()
const post = (message: FromRtcWorker) => port.postMessage(message, [])
/** Offers are opened one after the other: a port is searched first, and only taken a moment later. */
let opening: Promise<void> = Promise.resolve()

// An error in the library caused by one caller must not end the calls of others.
const note = (cause: unknown) =>
  post({ failure: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) })
process.on('unhandledRejection', note)
process.on('uncaughtException', note)

async function open(call: number, offer: string) {
  let hasEnded = false
  try {
    const peer = await openPeer(offer, place, {
      onBegin: () => post({ call, isBegun: true }),
      onText: (text) => post({ call, text }),
      onPacket: (packet) => post({ call, packet }),
      onEnd(ended) {
        hasEnded = true
        peers.delete(call)
        post({ call, ended })
      },
    })
    if (!hasEnded) peers.set(call, peer)
    post({ call, answer: peer.answer })
    if (pending.get(call) === 'given up') peer.close()
  } catch (cause) {
    if (!(cause instanceof RtcRefused)) note(cause)
    post({ call, refusal: cause instanceof RtcRefused ? cause.refusal : 'offer' })
  } finally {
    pending.delete(call)
  }
}
port.on('message', (message: ToRtcWorker) => {
  if (message.do === 'end') {
    for (const peer of peers.values()) peer.close()
    // Closing peers notify the far end first.
    setTimeout(() => process.exit(0), peers.size > 0 ? 1000 : 0)
    return
  }
  const { call } = message
  if (message.do === 'open') {
    pending.set(call, 'wanted')
    opening = opening.then(() => open(call, message.offer))
    return
  }
  const peer = peers.get(call)
  if (message.do === 'drop') {
    opening = opening.then(() => peers.get(call)?.drop())
    return
  }
  if (message.do === 'close' && pending.has(call)) return void pending.set(call, 'given up')
  if (message.do === 'close') return peer?.close()
  if (message.do === 'play') return peer?.play(message.packet)
  if (message.do === 'stopSound') return peer?.stopSound()
  if (message.isAfterSound) peer?.tellAfterSound(message.text)
  else peer?.tell(message.text)
})
