import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift'

/** Callers in a separate process, so that their cost is not measured. Exchanges offers and answers by messages. */
const PACKET_MS = 20
/** The size of a packet of speech. */
const packet = Buffer.alloc(80, 0x5a)
const count = Number(process.argv[2])

async function open() {
  const pc = new RTCPeerConnection({
    iceServers: [],
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    bundlePolicy: 'max-bundle',
    codecs: { audio: [new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 })] },
  })
  const microphone = new MediaStreamTrack({ kind: 'audio' })
  pc.addTransceiver(microphone, { direction: 'sendrecv' })
  const channel = pc.createDataChannel('events')
  channel.stateChanged.subscribe((state) => {
    if (state !== 'open') return
    let sent = 0
    setInterval(() => {
      const header = new RtpHeader({ sequenceNumber: sent % 65_536, timestamp: sent * 960, payloadType: 96, ssrc: 1 })
      microphone.writeRtp(new RtpPacket(header, packet))
      sent += 1
    }, PACKET_MS)
  })
  await pc.setLocalDescription(await pc.createOffer())
  return pc
}
const peers = await Promise.all(Array.from({ length: count }, open))
process.on('message', (answers: string[]) => {
  for (const [at, sdp] of answers.entries()) void peers[at]!.setRemoteDescription({ type: 'answer', sdp })
})
process.send!(peers.map(({ localDescription }) => localDescription!.sdp))
