import { CompactEncrypt } from 'jose'
import type { PromptMessage } from '@orrery/contract'
import type { shownPrompt } from './prompt.view.ts'

type Shown = ReturnType<typeof shownPrompt>
/** Any other value of the option leaves the plain text out. */
const WITH_PLAIN_TEXT = 1

/** Encrypts each message as JWE for the holder of the key: its text, or the JSON of its parts. */
export async function encrypted(prompt: Shown, key: Uint8Array, option: number) {
  const isPlain = option === WITH_PLAIN_TEXT
  async function one(message: PromptMessage) {
    const said = message.parts?.length ? JSON.stringify(message.parts) : (message.content ?? '')
    const sealed = new CompactEncrypt(new TextEncoder().encode(said))
    const encrypt_content = await sealed.setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)
    const { content: _, parts: __, ...rest } = message
    return { ...(isPlain ? message : rest), encrypt_content }
  }
  const { system_prompt: system, user_prompt: user, message_list: list = [] } = prompt.prompt_text ?? {}
  return {
    ...prompt,
    prompt_text: {
      ...(system && { system_prompt: await one(system) }),
      ...(user && { user_prompt: await one(user) }),
      message_list: await Promise.all(list.map(one)),
    },
  }
}
