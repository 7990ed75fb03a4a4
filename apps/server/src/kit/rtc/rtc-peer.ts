import { isIPv6 } from 'node:net'
import {
  Connection,
  MediaStreamTrack,
  type RTCDataChannel,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
  StunProtocol,
} from 'werift'
import { readOffer, withAddresses } from './offer.ts'
import { createPacedSound, PACKET_MS } from './paced-sound.ts'
import { createFilledGaps } from './filled-gaps.ts'
import { createPacketOrder } from './packet-order.ts'
import type { RtcEnd, RtcPlace, RtcRefusal } from './rtc-messages.ts'
import { createStunGate } from './stun-gate.ts'

/** Maximum size of one message, as on a WebSocket. */
const MESSAGE_BYTES = 256 * 1024
/** Bytes that may wait for a caller who does not read. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024
/** Time limit for connecting, from the answer to the open channel. */
const CONNECT_MS = 10_000
/** Browsers send a keep-alive every few seconds. */
const SILENT_MS = 15_000
const WATCH_MS = 2500
/** Time for the last message to reach the caller before the connection closes. */
const GOODBYE_MS = 300
/** The RTP clock of Opus, independent of the sample rate of the sound. */
const TICKS = 48 * PACKET_MS
const opus = () => new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 })

export class RtcRefused extends Error {
  readonly refusal: RtcRefusal
  constructor(refusal: RtcRefusal, cause?: unknown) {
    super(refusal, { cause })
    this.refusal = refusal
  }
}
export interface RtcPeerEvents {
  onBegin(): void
  onText(text: string): void
  onPacket(packet: Uint8Array): void
  onEnd(why: RtcEnd): void
}
export type RtcPeer = Awaited<ReturnType<typeof openPeer>>

/** One caller: answers their offer and carries messages and sound once they are connected. */
export async function openPeer(offer: string, { ports, addresses, bind }: RtcPlace, events: RtcPeerEvents) {
  const sdp = readOffer(offer)
  if (!sdp) throw new RtcRefused('offer')
  const pc = new RTCPeerConnection({
    // ICE lite: we answer connectivity checks and send none, so nobody can make us contact a third party.
    iceLite: true,
    iceServers: [],
    icePortRange: [...ports],
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: [addresses[0]!],
    iceInterfaceAddresses: bind ? { [isIPv6(bind) ? 'udp6' : 'udp4']: bind } : undefined,
    bundlePolicy: 'max-bundle',
    maxMessageSize: MESSAGE_BYTES,
    codecs: { audio: [opus()], video: [] },
    headerExtensions: { audio: [], video: [] },
  })
  const track = new MediaStreamTrack({ kind: 'audio' })
  let channel: RTCDataChannel | undefined
  let isOver = false
  const header = { sequence: Math.floor(Math.random() * 30_000), timestamp: Math.floor(Math.random() * 2 ** 31) }
  const sound = createPacedSound({
    now: () => performance.now(),
    tell,
    play(packet, silence) {
      header.timestamp = (header.timestamp + silence * TICKS) % 2 ** 32
      const { sequence: sequenceNumber, timestamp } = header
      const head = new RtpHeader({ sequenceNumber, timestamp, payloadType: 96, marker: silence > 0 })
      track.writeRtp(new RtpPacket(head, Buffer.from(packet)))
      header.sequence = (sequenceNumber + 1) % 65_536
      header.timestamp = (timestamp + TICKS) % 2 ** 32
    },
  })
  const gaps = createFilledGaps((packet) => isOver || events.onPacket(packet))
  function tell(text: string) {
    if (isOver || channel?.readyState !== 'open') return
    if (channel.bufferedAmount > MAX_BUFFERED_BYTES) return void end('slow')
    channel.send(text)
  }
  let gate: ReturnType<typeof createStunGate> | undefined
  let watch: NodeJS.Timeout | undefined
  /** Rejects when the caller does not connect in time, because other offers wait for this one. */
  const expired = Promise.withResolvers<never>()
  expired.promise.catch(() => {})
  const late = setTimeout(() => {
    expired.reject(new Error('late'))
    void end('never')
  }, CONNECT_MS)
  async function end(why: RtcEnd) {
    if (isOver) return
    isOver = true
    clearTimeout(late)
    clearInterval(watch)
    sound.close()
    gaps.close()
    events.onEnd(why)
    await pc.close().catch(() => {})
  }
  /** Accepts one channel, the first. */
  function take(opened: RTCDataChannel) {
    if (channel) return opened.close()
    channel = opened
    channel.onMessage.subscribe((data) => {
      if (typeof data === 'string' && data.length <= MESSAGE_BYTES) events.onText(data)
    })
    channel.stateChanged.subscribe((state) => {
      if (state === 'closed') void end('left')
    })
    clearTimeout(late)
    watch = setInterval(() => {
      if (gate && Date.now() - gate.lastSeen() > SILENT_MS) void end('gone')
    }, WATCH_MS)
    events.onBegin()
  }
  pc.onDataChannel.subscribe(take)
  pc.connectionStateChange.subscribe((state) => {
    if (state === 'failed' || state === 'closed' || state === 'disconnected') void end('left')
  })
  pc.onRemoteTransceiverAdded.subscribe((transceiver) => {
    if (transceiver.kind !== 'audio') return
    const take = createPacketOrder(gaps.take)
    transceiver.onTrack.subscribe((heard) => {
      heard.onReceiveRtp.subscribe(({ header: { sequenceNumber: number, timestamp }, payload }) => {
        // Copied: the library reuses the memory.
        if (payload.length > 0) take({ number, timestamp, packet: Uint8Array.from(payload) })
      })
    })
  })
  /** Incoming packets pass the STUN gate first. */
  function guard() {
    for (const { connection } of pc.iceTransports) {
      if (!(connection instanceof Connection)) throw new TypeError('unknown connection')
      const made = createStunGate(connection.localPassword)
      gate = made
      for (const protocol of connection['protocols'])
        if (protocol instanceof StunProtocol)
          protocol.transport.onData = (data, from) => {
            if (made.admits(data, from)) protocol['datagramReceived'](data, from)
          }
    }
  }
  async function negotiate(remote: string): Promise<string> {
    await pc.setRemoteDescription({ type: 'offer', sdp: remote })
    const transceiver = pc.getTransceivers().find(({ kind }) => kind === 'audio')
    if (!transceiver) throw new RtcRefused('offer')
    await transceiver.sender.replaceTrack(track)
    transceiver.setDirection('sendrecv')
    await pc.setLocalDescription(await pc.createAnswer())
    guard()
    const { sdp: answer } = pc.localDescription!
    if (!/^m=audio [1-9]/m.test(answer)) throw new RtcRefused('offer')
    if (!answer.includes('a=candidate:')) throw new RtcRefused('ports')
    return withAddresses(answer, addresses)
  }
  async function refuse(cause: unknown): Promise<never> {
    isOver = true
    clearTimeout(late)
    await pc.close().catch(() => {})
    throw cause instanceof RtcRefused ? cause : new RtcRefused('offer', cause)
  }
  return {
    answer: await Promise.race([negotiate(sdp), expired.promise]).catch(refuse),
    tell,
    tellAfterSound: sound.tell,
    play: sound.play,
    stopSound: sound.stopSound,
    close: () => void setTimeout(() => void end('closed'), GOODBYE_MS),
    drop: () => end('closed'),
  }
}
