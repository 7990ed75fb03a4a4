import dgram from 'node:dgram'
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift'
import { createOpusDecoder, createOpusEncoder, DECODED_RATE } from '#kit/audio/opus.ts'
import { createFramer, bytesOf, joinSamples } from '#kit/audio/samples.ts'
import { toWav } from '#kit/audio/wav.ts'
import { wavSamples } from '#kit/audio/wav-samples.ts'

export interface RtcFrame {
  event_type: string
  data: { code: number; msg: string; content: string; text: string; status: string }
}
/** Packets of 20 ms that are sent at once, so that speech is sent at five times its speed. */
const AT_ONCE = 5
const PACKET_MS = 20
const opus = () => new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 })

/** Two consecutive free UDP ports, for the server. */
export async function freeUdpPorts(): Promise<readonly [number, number]> {
  for (;;) {
    const first = await boundPort(0)
    if (first !== undefined && first < 65_535 && (await isFreeUdp(first + 1))) return [first, first + 1]
  }
}
export const isFreeUdp = async (port: number): Promise<boolean> => (await boundPort(port)) !== undefined
const boundPort = (port: number) =>
  new Promise<number | undefined>((resolve) => {
    const socket = dgram.createSocket('udp4')
    socket.once('error', () => socket.close(() => resolve(undefined)))
    socket.bind(port, '127.0.0.1', () => {
      const { port: bound } = socket.address()
      socket.close(() => resolve(bound))
    })
  })

const callers: (() => Promise<void>)[] = []
/** Closes all callers after a test. */
export async function leaveAll(): Promise<void> {
  for (const leave of callers.splice(0)) await leave()
}

/** A WebRTC caller: a real peer that sends and receives audio. */
export async function openRtcCaller() {
  const pc = new RTCPeerConnection({
    iceServers: [],
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceInterfaceAddresses: { udp4: '127.0.0.1' },
    bundlePolicy: 'max-bundle',
    codecs: { audio: [opus()] },
  })
  const microphone = new MediaStreamTrack({ kind: 'audio' })
  pc.addTransceiver(microphone, { direction: 'sendrecv' })
  const channel = pc.createDataChannel('events')
  const frames: RtcFrame[] = []
  const heard: Buffer[] = []
  channel.onMessage.subscribe((data) => void frames.push(JSON.parse(data.toString()) as RtcFrame))
  pc.onTrack.subscribe((track) => track.onReceiveRtp.subscribe(({ payload }) => void heard.push(Buffer.from(payload))))
  let sequence = 0
  let ticks = 0
  await pc.setLocalDescription(await pc.createOffer())
  callers.push(() => pc.close())

  async function packetsOf(wav: Buffer): Promise<Uint8Array[]> {
    const { samples, rate } = wavSamples(wav)!
    const encoder = await createOpusEncoder({
      rate: rate as 16_000,
      frameMs: PACKET_MS,
      bitrate: 32_000,
      isConstant: false,
    })
    const { push, end } = createFramer(encoder.frame)
    // A second of silence marks the end of the sentence.
    const packets = [...push(samples), ...push(new Int16Array(rate)), ...end()].map((frame) => encoder.encode(frame))
    encoder.free()
    return packets
  }
  function send(packet: Uint8Array) {
    const header = new RtpHeader({ sequenceNumber: sequence, timestamp: ticks, payloadType: 96, ssrc: 1 })
    microphone.writeRtp(new RtpPacket(header, Buffer.from(packet)))
    sequence += 1
    ticks += 48 * PACKET_MS
  }
  return {
    offer: pc.localDescription!.sdp,
    connect: (sdp: string) => pc.setRemoteDescription({ type: 'answer', sdp }),
    isOpen: () => channel.readyState === 'open',
    state: () => channel.readyState,
    all: (type: string) => frames.filter(({ event_type }) => event_type === type),
    types: () => frames.map(({ event_type }) => event_type),
    tell: (event_type: string, data?: object) => channel.send(JSON.stringify({ event_type, ...(data && { data }) })),
    /** Sends a recording, and resolves when all of it was sent. */
    async speak(wav: Buffer) {
      const packets = await packetsOf(wav)
      await new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          for (const packet of packets.splice(0, AT_ONCE)) send(packet)
          if (packets.length > 0) return
          clearInterval(timer)
          resolve()
        }, PACKET_MS)
      })
    },
    packets: () => heard.length,
    /** The audio received since the last call, as a recording. */
    async heard(): Promise<Buffer> {
      const decoder = await createOpusDecoder()
      const samples = joinSamples(heard.splice(0).map((packet) => decoder.decode(packet)))
      decoder.free()
      return toWav(bytesOf(samples), DECODED_RATE)
    },
    hangUp: () => channel.close(),
    leave: () => pc.close(),
  }
}
export type RtcCaller = Awaited<ReturnType<typeof openRtcCaller>>
