import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const webrtcErrors = defineErrors(ErrorCode.webrtc, {
  notOffered: {
    status: 400,
    en: 'Rooms are not open to WebRTC here. Set VOICE_UDP_PORTS on the server, or enter the room over a WebSocket',
    zh: '当前服务未开放 WebRTC 房间，请在服务器上设置 VOICE_UDP_PORTS，或通过 WebSocket 进入房间',
  },
  noPort: {
    status: 503,
    en: 'All lines are busy. Try again in a moment, or enter the room over a WebSocket',
    zh: '线路繁忙，请稍后重试，或通过 WebSocket 进入房间',
  },
  notAnOffer: {
    status: 400,
    en: 'sdp: send an offer with Opus sound and a data channel, bundled over one port',
    zh: 'sdp：请提交包含 Opus 音频和数据通道、且合并为同一端口（BUNDLE）的 offer',
  },
  soundOnChannel: {
    status: 400,
    en: 'input_audio_buffer.append: in a room over WebRTC, sound goes by its own track',
    zh: 'input_audio_buffer.append：以 WebRTC 进入房间时，语音请通过音轨发送',
  },
})
