import { contract } from '@orrery/contract'
import type { Ctx } from '#kit/http/context.ts'
import { type RtcHost, RtcRefusedError } from '#kit/rtc/rtc-host.ts'
import { createFrameSocket, type SocketReply } from '#kit/ws/frame-socket.ts'
import { overMedia } from './media-socket.ts'
import { webrtcErrors } from './webrtc.errors.ts'

const refusals = { offer: webrtcErrors.notAnOffer, ports: webrtcErrors.noPort, worker: webrtcErrors.noPort }

/** WebRTC as a second transport for rooms, which serve it like a socket. */
export function createRoomLines(host: RtcHost | undefined) {
  return {
    isOpen: () => host !== undefined,
    requireOpen() {
      if (!host) throw webrtcErrors.notOffered()
    },
    /** Answers an offer; the room is served once the caller is connected. */
    async answer(roomId: string, offer: string, serve: SocketReply, { locale, logId, log }: Ctx): Promise<string> {
      const line = await host!.open(roomId, offer).catch((cause: unknown) => {
        throw cause instanceof RtcRefusedError ? refusals[cause.refusal]() : cause
      })
      const frames = contract.openRealtime.joinRoom.frames!
      // Access ends through the person who opened the room, so no check in between is needed.
      const rules = { frames, locale, logId, log, isAllowed: () => Promise.resolve(true) }
      line.onBegin(() => {
        const socket = createFrameSocket(line.wire, rules, new AbortController())
        try {
          serve(overMedia(socket, line))
        } catch (cause) {
          socket.fail(cause)
        }
      })
      return line.answer
    },
  }
}
export type RoomLines = ReturnType<typeof createRoomLines>
