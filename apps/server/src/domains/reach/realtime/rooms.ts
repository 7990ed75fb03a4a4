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
  /** The session that it was opened from. */
  sessionId?: string | undefined
  connectorId: string
  /** Who is in it, by the name that the account has for them. */
  uid: string
  conversationId?: string | undefined
  voiceId: string
  config: RoomConfig
  /** What the caller reads on screen; a socket of a browser cannot say so. */
  locale?: Locale | undefined
  /**
   * For a page of ours: somebody who works on the bot talks with its draft, or a visitor with what was published. They send sound; what
   * a client says about itself does not count.
   */
  page?: 'draft' | 'visitor' | undefined
}
export type PageCall = Pick<
  Room,
  'botId' | 'userId' | 'sessionId' | 'connectorId' | 'uid' | 'conversationId' | 'locale'
>
/** How a page of ours talks: by a model that speaks by itself where the space has one. */
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
  /** They can be entered by WebRTC. */
  hasWebrtc: boolean
}
/** Rooms are kept nowhere: their token says what they are, so that any process can open one. */
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
        // Whatever is wrong with a token is told in the same words.
      }
      throw realtimeErrors.roomOver({ minutes: MINUTES })
    },
  }
}
export type Rooms = ReturnType<typeof createRooms>
