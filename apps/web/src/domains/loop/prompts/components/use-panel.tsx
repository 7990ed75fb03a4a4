import { PromptType, PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { detailOf } from '../detail.ts'
import type { Prompt } from '../prompts.queries.ts'
import { promptSnippets } from '../prompt-snippets.ts'
import { PanelBody } from './panel-body.tsx'
import { TextUses } from './text-uses.tsx'
import { UseFigures } from './use-figures.tsx'

const languages = ['curl', 'javascript', 'python', 'go'] as const
type Language = (typeof languages)[number]
const names: Record<Language, string> = { curl: 'HTTP', javascript: 'JavaScript', python: 'Python', go: 'Go' }

const notTexts: (number | undefined)[] = [PromptVariableType.placeholder, PromptVariableType.image]

/** Shows how a program reads and runs the prompt. */
export function UsePanel({ prompt, spaceId }: { prompt: Prompt; spaceId: string }) {
  const t = useT('prompts')
  const [language, setLanguage] = useState<Language>('curl')
  const variables = detailOf(prompt)
    .variables.filter(({ variable_type: type }) => !notTexts.includes(type))
    .map(({ key }) => key)
  const code = promptSnippets({ origin: location.origin, spaceId, key: prompt.prompt_key, variables })[language]
  return (
    <PanelBody>
      {prompt.prompt_type === PromptType.segment && <TextUses prompt={prompt} spaceId={spaceId} />}
      <p className="text-mute">{t('use.text')}</p>
      <Segmented
        label={t('use.language')}
        value={language}
        onChange={setLanguage}
        items={languages.map((one) => ({ value: one, label: names[one] }))}
      />
      <CodeBlock code={code} title={names[language]} />
      <UseFigures promptId={prompt.id} spaceId={spaceId} />
    </PanelBody>
  )
}
