import type { RoomConfig } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.ts'
import { realtimeErrors } from './realtime.errors.ts'

export interface Room {
  id: string
  botId: string
  userId: string
  tokenId?: string | undefined
  /** The session in which the room was opened. */
  sessionId?: string | undefined
  connectorId: string
  /** The account's name for the person in the room. */
  uid: string
  conversationId?: string | undefined
  voiceId: string
  config: RoomConfig
  /** The language of the caller's screen, which a socket of a browser cannot send. */
  locale?: Locale | undefined
  /**
   * Set for a page of ours: an editor talks with the draft, a visitor with the published bot. The page only sends
   * sound; what it claims about its user is ignored.
   */
  page?: 'draft' | 'visitor' | undefined
}
export type PageCall = Pick<
  Room,
  'botId' | 'userId' | 'sessionId' | 'connectorId' | 'uid' | 'conversationId' | 'locale'
>
/** Settings of calls from our pages: a speech-to-speech model is used if the space has one. */
const pageConfig: RoomConfig = {
  room_mode: 's2s',
  prologue_content: '',
  turn_detection: { type: 'server_vad' },
}
const MINUTES = 10

interface RoomsDeps {
  secrets: Secrets
  newId: NewId
  clock: Clock
  /** Whether rooms can be entered over WebRTC. */
  hasWebrtc: boolean
}
/** Rooms are not stored: the token contains all their data, so that any process can serve them. */
export function createRooms({ secrets, newId, clock, hasWebrtc }: RoomsDeps) {
  function create(room: Omit<Room, 'id'>): { room_id: string; token: string } {
    const made: Room = { id: newId(), ...room }
    const until = clock.now() + MINUTES * 60_000
    const token = Buffer.from(secrets.seal(JSON.stringify({ room: made, until }))).toString('base64url')
    return { room_id: made.id, token }
  }
  return {
    create,
    createForPage: (page: 'draft' | 'visitor', call: PageCall) => ({
      ...create({ ...call, voiceId: '', config: pageConfig, page }),
      has_webrtc: hasWebrtc,
    }),
    enter(id: string, token: string): Room {
      try {
        const text = secrets.open(Buffer.from(token, 'base64url').toString())
        const { room, until } = JSON.parse(text) as { room: Room; until: number }
        if (room.id === id && until > clock.now()) return room
      } catch {
        // All invalid tokens get the same error.
      }
      throw realtimeErrors.roomOver({ minutes: MINUTES })
    },
  }
}
export type Rooms = ReturnType<typeof createRooms>
