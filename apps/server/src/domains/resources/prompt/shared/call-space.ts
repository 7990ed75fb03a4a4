import type { Ctx } from '#kit/http/context.ts'
import { badInput, errors } from '#kit/errors.ts'
import { loopPromptErrors } from '../prompt.errors.ts'
import { isSecret } from './prompt-detail.ts'

/** The space of a call; if it is left out, the only space that the token reaches. */
export function callSpace(ctx: Ctx, given: string | undefined): string {
  if (given !== undefined) return given
  const spaces = ctx.actor?.token?.spaces
  if (spaces && spaces !== 'all' && spaces.size === 1) return [...spaces][0]!
  throw badInput('space_id', 'name the space, or use a token of one space', '请指定空间，或使用仅属于一个空间的令牌')
}

/** Parses the user of a call, as sent by a program: JSON with uid, did and params. */
export function readTraffic(text: string | undefined): Record<string, unknown> | undefined {
  if (!text) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Refused below.
  }
  throw badInput('traffic', 'must be JSON such as {"uid": "42"}', '须为 JSON，例如 {"uid": "42"}')
}

/** Checks that a space in the input is that of the prompt. */
export function requireSpace(ctx: Ctx, spaceId: string | undefined): void {
  if (spaceId !== undefined && spaceId !== ctx.located?.spaceId) throw errors.notFound({ what: 'prompt' })
}

/** Prompts of the strictest level count as not found for testers. */
export async function requireLevel(ctx: Ctx, spaceId: string, key: string, level: number): Promise<void> {
  if (isSecret(level) && !(await ctx.access.can(ctx.actor!, 'space', spaceId, 'createResource')))
    throw loopPromptErrors.notFound({ key })
}
