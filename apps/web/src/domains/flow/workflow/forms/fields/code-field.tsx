import type { Extension } from '@codemirror/state'
import { type FieldOf, type Param, paramsOf, typeOnly, type VariableShape } from '@orrery/engine/describe'
import { Expand, Play, TextAlignStart } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { controlStyle } from '#ui/control-style.ts'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { titleOf } from '../../document/canvas.ts'
import { exampleCode } from '../code-example.ts'
import { useFieldTexts } from '../field-texts.ts'
import { useNodeForm } from '../form-context.tsx'
import { InlineCode } from '#ui/inline-code.tsx'
import { LazyEditor } from '#ui/lazy-editor.tsx'
import type { TextEditorHandle } from '#ui/text-editor.tsx'
import { inputMentions } from '../text/use-mentions.ts'
import { useLoaded } from '#lib/use-loaded.ts'
import { useSlot } from '../use-slot.ts'

type Language = 'javascript' | 'python'
const numbers: Record<Language, number> = { python: 3, javascript: 5 }
const languageNames: Record<Language, string> = { python: 'Python', javascript: 'JavaScript' }
const none: readonly Extension[] = []

const loadLanguages = () => import('../text/code-language.ts')

/** Language support with completion for the inputs, loaded on first use. */
function useCodeExtensions(language: Language, data: unknown): readonly Extension[] {
  const languages = useLoaded(loadLanguages)
  const typeName = useDataTypeName()
  const inputs = paramsOf(data, 'inputs.inputParameters') as Param[]
  return useMemo(() => {
    const names = inputs.flatMap((input) =>
      input?.name ? inputMentions(input.name, typeOnly(input.input ?? {}), '', typeName) : [],
    )
    return languages?.codeExtensions(language, names) ?? none
  }, [languages, language, inputs, typeName])
}

/** The code editor, with completion, formatting and a button to run the node. */
export function CodeField({ field }: { field: FieldOf<'code'> }) {
  const t = useT('workflow-node')
  const { help } = useFieldTexts(field)
  const { node, data, isReadOnly, runNode } = useNodeForm()
  const [code, setCode] = useSlot(field.code)
  const [number, setNumber] = useSlot(field.language)
  const [isLarge, setLarge] = useState(false)
  const editor = useRef<TextEditorHandle>(null)
  const language: Language = Number(number) === 3 ? 'python' : 'javascript'
  const extensions = useCodeExtensions(language, data)
  const outputs = paramsOf(data, 'outputs') as VariableShape[]
  const inputs = paramsOf(data, 'inputs.inputParameters') as Param[]
  const text = typeof code === 'string' ? code : ''
  async function choose(next: Language): Promise<void> {
    if (next === language) return
    const isExample = !text.trim() || text === exampleCode(language, inputs, outputs)
    const question = {
      title: t('code.switch.title'),
      text: t('code.switch.text', { language: languageNames[language] }),
      action: t('code.switch.replace'),
    }
    if (!isExample && !(await confirm(question))) return
    setNumber(numbers[next])
    setCode(exampleCode(next, inputs, outputs))
  }
  const edit = (ref?: React.Ref<TextEditorHandle>) => (
    <LazyEditor
      ref={ref}
      isCode
      isProgram
      label={t('code.label', { title: titleOf(node) })}
      value={text}
      onChange={setCode}
      isReadOnly={isReadOnly}
      extensions={extensions}
    />
  )
  const format = async () => {
    const view = editor.current?.view()
    if (view) (await import('#lib/format-code.ts')).formatCode(view, language)
  }
  return (
    <div className="flex flex-col gap-1">
      <div className={controlStyle('flex flex-col has-[.cm-focused]:border-focus')}>
        <div className="flex h-8 shrink-0 items-center gap-1 border-b border-line pr-0.5 pl-1">
          <Select
            size="sm"
            label={t('code.language')}
            disabled={isReadOnly}
            items={(['javascript', 'python'] as const).map((value) => ({ value, label: languageNames[value] }))}
            value={language}
            onChange={(next) => void choose(next)}
            className="w-32 border-transparent"
          />
          <span className="flex-1" />
          {!isReadOnly && (
            <IconButton size="sm" icon={TextAlignStart} label={t('code.format')} onClick={() => void format()} />
          )}
          <IconButton size="sm" icon={Expand} label={t('code.expand')} onClick={() => setLarge(true)} />
          {!isReadOnly && (
            <Button size="xs" kind="ghost" icon={Play} onClick={() => runNode(node.id)}>
              {t('code.run')}
            </Button>
          )}
        </div>
        <div className="max-h-96 min-h-40 overflow-y-auto">{edit(editor)}</div>
      </div>
      {help && (
        <p className="text-small text-mute">
          <InlineCode text={help} />
        </p>
      )}
      <Dialog
        open={isLarge}
        onOpenChange={setLarge}
        size="lg"
        title={t('code.edit')}
        footer={<Button onClick={() => setLarge(false)}>{t('drawing.done')}</Button>}
      >
        <div className={controlStyle('h-[65vh] overflow-y-auto')}>{isLarge && edit()}</div>
      </Dialog>
    </div>
  )
}
