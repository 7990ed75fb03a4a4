/** The guides that have their own texts. */
const topics = ['stream', 'poll', 'clients', 'files', 'workflows', 'widget', 'webhooks', 'usage'] as const
export type Topic = (typeof topics)[number]
export const topicKey = (id: string): Topic => topics.find((topic) => topic === id) ?? 'stream'
