import { useMutation, useQuery } from '@tanstack/react-query'
import { BookmarkPlus, ChevronDown, Trash2, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { MenuItem, MenuLabel, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { toast } from '#ui/toast-store.ts'
import { casesQuery, contextOf, refreshMocks, subjectOf, type TestCase, type ToolPlace } from '../mocks/mock.queries.ts'
import type { PluginTool } from '../plugin.queries.ts'
import { CaseDialog } from './case-dialog.tsx'
import { readArgs } from './debug-args.ts'

interface ExampleBarProps {
  place: ToolPlace
  tool: PluginTool
  /** Current form values. */
  args: Record<string, unknown>
  onFill: (args: Record<string, unknown>) => void
}

/** Stored arguments: the example of the tool, test cases, or generated ones. */
export function ExampleBar({ place, tool, args, onFill }: ExampleBarProps) {
  const t = useT('plugin')
  const mayKeep = mayInSpace(useSpace(), 'createResource')
  const cases = useQuery(casesQuery(place)).data ?? []
  const [isKeeping, setKeeping] = useState(false)
  const [chosen, setChosen] = useState('')
  const example = readArgs(tool.debug_example.req_example)
  const hasExample = tool.debug_example_status === 1 && example !== undefined
  const fill = (name: string, input: Record<string, unknown>) => {
    setChosen(name)
    onFill(input)
  }
  const generate = useMutation({
    mutationFn: () =>
      api.testCase.generate(
        { bizCtx: contextOf(place), bizComponentSubject: subjectOf(place), count: 1 },
        { toast: true },
      ),
    onSuccess: ({ genCaseData: [made] }) => fill('', readArgs(made?.input ?? '') ?? {}),
  })
  const remove = (testCase: TestCase) =>
    void confirm({
      title: t('case.remove.title', { name: testCase.caseBase.name }),
      text: t('case.remove.text'),
      action: t('delete.action', { name: testCase.caseBase.name }),
      danger: true,
      onConfirm: async () => {
        await api.testCase.remove({ bizCtx: contextOf(place), caseIDs: [testCase.caseBase.caseID] })
        await refreshMocks()
      },
    })
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" iconAfter={ChevronDown} className="max-w-56 min-w-0">
            <span className="text-mute">{t('example.label')}</span>
            <span className="truncate">{chosen || t('example.choose')}</span>
          </Button>
        }
      >
        {hasExample && <MenuItem onClick={() => fill(t('example.saved'), example)}>{t('example.saved')}</MenuItem>}
        {cases.length > 0 && <MenuLabel>{t('example.cases')}</MenuLabel>}
        {cases.map((testCase) => (
          <MenuItem
            key={testCase.caseBase.caseID}
            description={testCase.schemaIncompatible ? t('case.outdated') : testCase.caseBase.description}
            onClick={() => fill(testCase.caseBase.name, readArgs(testCase.caseBase.input) ?? {})}
          >
            {testCase.caseBase.name}
          </MenuItem>
        ))}
        {(hasExample || cases.length > 0) && <MenuLine />}
        <MenuItem icon={WandSparkles} onClick={() => generate.mutate()}>
          {t('example.generate')}
        </MenuItem>
        {mayKeep && (
          <MenuItem icon={BookmarkPlus} onClick={() => setKeeping(true)}>
            {t('example.keep')}
          </MenuItem>
        )}
        {mayKeep &&
          cases
            .filter((testCase) => testCase.caseBase.name === chosen)
            .map((testCase) => (
              <MenuItem
                key={`remove ${testCase.caseBase.caseID}`}
                icon={Trash2}
                danger
                onClick={() => remove(testCase)}
              >
                {t('case.remove', { name: testCase.caseBase.name })}
              </MenuItem>
            ))}
      </Menu>
      {isKeeping && (
        <CaseDialog
          place={place}
          input={JSON.stringify(args)}
          onClose={() => setKeeping(false)}
          onKept={(name) => {
            setChosen(name)
            toast.ok(t('case.kept', { name }))
          }}
        />
      )}
    </>
  )
}
