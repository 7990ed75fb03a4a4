import { describe, expect, it } from 'vitest'
import { chooseVoice, DEFAULT_VOICE, spoken } from './voice-choice.ts'

describe('the voice of an answer', () => {
  it('is the chosen voice for its language', () => {
    const chosen = { en: '7:ann', 'zh-CN': '7:xiao' }
    expect([chooseVoice(chosen, 'Hello'), chooseVoice(chosen, '你好')]).toEqual(['7:ann', '7:xiao'])
  })
  it('falls back to a voice without a language, then to the default one, unless the browser was chosen', () => {
    expect(chooseVoice({ '': '7:alloy' }, 'Hello')).toBe('7:alloy')
    expect(chooseVoice({ 'zh-CN': '7:xiao' }, 'Hello')).toBe(DEFAULT_VOICE)
    expect(chooseVoice({ en: '' }, 'Hello')).toBe('')
    expect(chooseVoice({ en: '', '': '7:alloy' }, 'Hello')).toBe('7:alloy')
  })
  it('strips Markdown from spoken text', () => {
    expect(spoken('# Tea\n**Hot** [leaf](https://tea.test) `x`\n```js\ncode\n```')).toBe('Tea\nHot leaf x')
  })
})
