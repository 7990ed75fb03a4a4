import type { contract } from '@orrery/contract'
import type { OutboundInput, OutboundService } from '#domains/chat/span/outbound/outbound.service.ts'
import type { Handlers } from '#kit/http/context.ts'

const off = { url: '', protocol: 'protobuf' as const, share: 1, has_content: false, is_on: false }
const inputOf = ({
  has_content,
  is_on,
  ...input
}: Omit<OutboundInput, 'hasContent' | 'isOn'> & { has_content: boolean; is_on: boolean }): OutboundInput => ({
  ...input,
  hasContent: has_content,
  isOn: is_on,
})

export function outboundRoutes(outbound: OutboundService): Handlers<typeof contract.traceOutbound> {
  return {
    async get({ space_id }) {
      const row = await outbound.find(space_id)
      if (!row) return { ...off, header_names: [], backlog: 0, sent: 0, dropped: 0, problem: '' }
      return {
        url: row.url,
        protocol: row.protocol,
        share: row.share,
        has_content: row.hasContent,
        is_on: row.isOn,
        header_names: row.headerNames,
        backlog: row.backlogBytes,
        sent: row.sent,
        dropped: row.dropped,
        problem: row.problem,
      }
    },
    async save({ space_id, ...input }, { userId }) {
      await outbound.save(space_id, userId, inputOf(input))
      return {}
    },
    async remove({ space_id }) {
      await outbound.remove(space_id)
      return {}
    },
    async test({ space_id, ...input }) {
      const problem = await outbound.test(space_id, inputOf(input))
      return { is_taken: problem === '', problem }
    },
  }
}
