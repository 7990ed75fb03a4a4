import type { BriefTokens } from '#kit/brief-token.ts'

const USE = 'interface-preview'
const SECONDS = 30 * 60

/** Links with the right to try one draft on test data for half an hour, and nothing else. */
export function createPreviewLinks(tokens: BriefTokens, publicUrl: string) {
  return {
    make(userId: string, projectId: string, channel: number): string {
      const token = tokens.make(USE, { user: userId, project: projectId, channel: String(channel) }, SECONDS)
      return `${publicUrl}/chat/interface-preview?token=${token}`
    },
    read: (token: string) => tokens.read(USE, token),
  }
}
export type PreviewLinks = ReturnType<typeof createPreviewLinks>
