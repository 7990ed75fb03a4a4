import {
  addNode,
  addPage,
  type Branch,
  type ComponentGroup,
  componentIn,
  components,
  formFor,
  ownComponentsOf,
  pagesOf,
  type PropDescription,
  removePage,
  set,
  tableFor,
  treeOf,
} from '@orrery/engine/interface'
import { CODE_ENTRY } from '@orrery/contract/shared/interface-limits'
import { FileCode2, FileText, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { codeSample } from './code-sample.ts'
import { useEditor } from './editor-context.ts'
import { PackageButton } from './package-dialog.tsx'
import { useDrag } from './use-drag.ts'

const groups: readonly ComponentGroup[] = ['layout', 'show', 'input', 'act', 'data', 'own']

export function LeftPanel() {
  const t = useT('interface')
  const [tab, setTab] = useState<'outline' | 'palette'>('palette')
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PageList />
      <Tabs
        className="shrink-0"
        label={t('parts')}
        items={[
          { value: 'palette', label: t('palette') },
          { value: 'outline', label: t('outline') },
        ]}
        value={tab}
        onChange={setTab}
      />
      <div className="p-3">{tab === 'palette' ? <Palette /> : <Outline />}</div>
    </div>
  )
}

function PageList() {
  const t = useT('interface')
  const { document, draft, page, openPage, mayEdit } = useEditor()
  const pages = pagesOf(document)
  function add() {
    const { id, edits } = addPage(document, t('page.new'))
    draft.edit(edits)
    openPage(id)
  }
  function addCode() {
    const { id, edits } = addPage(document, t('page.newCode'))
    draft.edit([...edits, set({ [CODE_ENTRY]: codeSample(document) }, 'pages', id, 'files')])
    openPage(id)
  }
  return (
    <section className="border-b border-line p-3" aria-label={t('pages')}>
      <div className="mb-1 flex items-center justify-between">
        <h2 className="font-semibold">{t('pages')}</h2>
        {mayEdit && (
          <span className="flex">
            <IconButton size="sm" icon={FileCode2} label={t('page.addCode')} onClick={addCode} />
            <IconButton size="sm" icon={Plus} label={t('page.add')} onClick={add} />
          </span>
        )}
      </div>
      {pages.map(({ id, title, files }) => (
        <div key={id} className="flex items-center gap-1">
          <button
            type="button"
            aria-current={id === page}
            className={cn(
              'flex min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1 text-left hover:bg-hover',
              id === page && 'bg-hover font-medium',
            )}
            onClick={() => openPage(id)}
          >
            <Icon of={files ? FileCode2 : FileText} className="shrink-0 text-mute" />
            <span className="truncate">{title}</span>
          </button>
          {mayEdit && pages.length > 1 && (
            <IconButton
              size="sm"
              icon={Trash2}
              label={t('page.delete', { name: title })}
              onClick={() => draft.edit(removePage(document, id))}
            />
          )}
        </div>
      ))}
      {mayEdit && document.pages[page] && (
        <Input
          size="sm"
          className="mt-2"
          aria-label={t('page.title')}
          maxLength={100}
          value={document.pages[page].title}
          onChange={(event) => draft.edit([set(event.target.value, 'pages', page, 'title')])}
        />
      )}
    </section>
  )
}

/** The components that can be added, after the selected component or inside it. */
function Palette() {
  const t = useT('interface')
  const { document, draft, facts, page, selected, select, mayEdit } = useEditor()
  const drag = useDrag()
  if (!mayEdit) return <p className="text-mute">{t('readOnly')}</p>
  const node = document.nodes[selected]
  const place =
    node?.page === page
      ? componentIn(document, node.type)?.holds
        ? { page, parent: selected }
        : { page, parent: node.parent, after: selected }
      : { page, parent: '' }
  function put({ id, edits }: { id: string; edits: Parameters<typeof draft.edit>[0] }) {
    draft.edit(edits)
    select(id)
  }
  const words = { send: t('build.send'), add: t('build.add') }
  const own = ownComponentsOf(document)
  const nameOf = (type: string) => componentIn(document, type)?.title ?? t(`component.${type}` as 'component.button')
  /** Initial texts of a new component, so that it is visible. */
  const firstOf = (type: string, props: readonly PropDescription[]): Record<string, string> =>
    Object.fromEntries(props.flatMap(({ name }) => (name === 'label' || name === 'text' ? [[name, nameOf(type)]] : [])))
  const flows = facts.workflows.filter(({ isChat }) => !isChat)
  return (
    <div className="flex flex-col gap-3">
      {(flows.length > 0 || facts.tables.length > 0) && (
        <section aria-label={t('build')}>
          <h3 className="mb-1 text-small text-mute">{t('build')}</h3>
          <div className="flex flex-col gap-1">
            {flows.map((flow) => (
              <Button key={flow.id} size="sm" onClick={() => put(formFor(document, place, flow, words))}>
                {t('build.form', { name: flow.name })}
              </Button>
            ))}
            {facts.tables.map((table) => (
              <Button key={table.id} size="sm" onClick={() => put(tableFor(document, place, table, words))}>
                {t('build.table', { name: table.name })}
              </Button>
            ))}
          </div>
        </section>
      )}
      {groups
        .filter((group) => group !== 'own' || own.length > 0)
        .map((group) => (
          <section key={group} aria-label={t(`group.${group}`)}>
            <h3 className="mb-1 text-small text-mute">{t(`group.${group}`)}</h3>
            <div className="grid grid-cols-2 gap-1">
              {[...components, ...own]
                .filter((component) => component.group === group)
                .map(({ type, props }) => (
                  <Button
                    key={type}
                    size="sm"
                    draggable
                    onDragStart={(event) => drag.beginNew(event, { type, props: firstOf(type, props) })}
                    onClick={() => put(addNode(document, place, { type, props: firstOf(type, props) }))}
                  >
                    {nameOf(type)}
                  </Button>
                ))}
            </div>
          </section>
        ))}
      <PackageButton />
    </div>
  )
}

function Outline() {
  const t = useT('interface')
  const { document, page } = useEditor()
  const branches = treeOf(document, page)
  if (branches.length === 0) return <p className="text-mute">{t('outline.empty')}</p>
  return (
    <>
      <ul>
        <OutlineRows branches={branches} depth={0} />
      </ul>
      <p className="mt-2 text-small text-mute">{t('outline.keys')}</p>
    </>
  )
}
function OutlineRows({ branches, depth }: { branches: readonly Branch[]; depth: number }) {
  const t = useT('interface')
  const { document, selected, select, mayEdit } = useEditor()
  const drag = useDrag()
  const nameOf = (type: string) => {
    const described = componentIn(document, type)
    return described ? (described.title ?? t(`component.${type}` as 'component.button')) : type
  }
  return branches.map(({ node, children }) => (
    <li key={node.id}>
      <button
        type="button"
        aria-pressed={selected === node.id}
        style={{ paddingLeft: 8 + depth * 14 }}
        className={cn(
          'w-full truncate rounded-md py-1 pr-2 text-left hover:bg-hover',
          selected === node.id && 'bg-hover font-medium',
        )}
        onClick={() => select(node.id)}
        draggable={mayEdit}
        onDragStart={(event) => drag.begin(event, node.id)}
        onDragOver={(event) => drag.over(event, node.id)}
        onDrop={(event) => drag.drop(event, node.id)}
      >
        {nameOf(node.type)} <span className="text-mute">{node.name}</span>
      </button>
      {children.length > 0 && (
        <ul>
          <OutlineRows branches={children} depth={depth + 1} />
        </ul>
      )}
    </li>
  ))
}
