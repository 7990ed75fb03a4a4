import { api } from '#lib/api.ts'
import type { CallLine, LineListeners } from './call-line.ts'
import type { CallEvent } from './call-state.ts'
import type { CallRoom } from './call-socket.ts'

/** If UDP has not connected within this time, it is blocked. */
const CONNECT_MS = 5000
/** An interrupted connection gets this time to recover. */
const RECOVERY_MS = 3000
const ABNORMAL_CLOSURE = 1006

/** Waits until the channel is open; fails if the network blocks UDP. */
function opened(channel: RTCDataChannel, peer: RTCPeerConnection): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no way through')), CONNECT_MS)
    const settle = (act: () => void) => {
      clearTimeout(timer)
      act()
    }
    channel.addEventListener('open', () => settle(resolve), { once: true })
    peer.addEventListener('connectionstatechange', () => {
      if (peer.connectionState === 'failed') settle(() => reject(new Error('no way through')))
    })
  })
}

/** A call over WebRTC: events over a data channel, and audio as media. Rejects if no connection is possible. */
export async function openCallPeer(
  { room_id, token }: CallRoom,
  { onEvent, onClose, onStream }: LineListeners,
): Promise<CallLine> {
  const peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
  const { sender } = peer.addTransceiver('audio', { direction: 'sendrecv' })
  const channel = peer.createDataChannel('events')
  let sentTrack: MediaStreamTrack | undefined
  let sourceTrack: MediaStreamTrack | undefined
  let isOver = false
  function end(code: number) {
    if (isOver) return
    isOver = true
    sentTrack?.stop()
    channel.close()
    // Gives the closing message time to be sent.
    setTimeout(() => peer.close(), 300)
    onClose(code)
  }
  function watch() {
    const isDisconnected = () => peer.connectionState === 'disconnected' || peer.connectionState === 'failed'
    peer.addEventListener('connectionstatechange', () => {
      if (peer.connectionState === 'failed') end(ABNORMAL_CLOSURE)
      if (isDisconnected()) setTimeout(() => isDisconnected() && end(ABNORMAL_CLOSURE), RECOVERY_MS)
    })
    channel.addEventListener('close', () => end(ABNORMAL_CLOSURE))
  }
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as CallEvent
    if (event.event_type === 'connection.closed') end(event.data?.code ?? ABNORMAL_CLOSURE)
    else onEvent(event)
  })
  peer.addEventListener('track', ({ track, streams: [stream] }) => onStream(stream ?? new MediaStream([track])))
  try {
    await peer.setLocalDescription()
    // ICE candidates of this side are not needed: the server answers every address.
    const { sdp } = await api.openRealtime.offerToRoom({ room_id, token, sdp: peer.localDescription!.sdp })
    await peer.setRemoteDescription({ type: 'answer', sdp })
    await opened(channel, peer)
  } catch (error) {
    isOver = true
    peer.close()
    throw error
  }
  watch()
  return {
    hasMedia: true,
    send(event_type, data) {
      if (channel.readyState === 'open') channel.send(JSON.stringify({ event_type, ...(data && { data }) }))
    },
    close: () => end(1000),
    sendSamples: () => {},
    sendTrack({ track, isMuted, isOpen }) {
      if (track !== sourceTrack) {
        sentTrack?.stop()
        // A clone, so that a muted microphone still shows its level.
        sentTrack = track?.clone()
        sourceTrack = track
      }
      if (sentTrack) sentTrack.enabled = !isMuted
      void sender.replaceTrack((isOpen && sentTrack) || null)
    },
  }
}
