import { addTexts } from './generator-places.ts'
import { create, edit, exists, fail, insert, namesOf, placeOf, read, writeAll } from './generator.ts'

/**
 * `npm run new:page -- <district>/<domain> "<English title>" "<Chinese title>"`: creates a page of a space with a list
 * and a form, for a domain with the calls `list` and `create` that `npm run new:domain` creates.
 */
const usage = 'npm run new:page -- library/stars "Stars" "星标"'
const { district, name } = placeOf(process.argv[2], usage)
const [english, chinese] = process.argv.slice(3).map((text) => text.trim())
if (!english || !chinese) fail(`Say the title in both languages: ${usage}`)
const { camel, pascal } = namesOf(name)
const contract = `packages/contract/src/domains/${district}/${name}.ts`
if (!exists(contract))
  fail(`${contract} is missing. Create the domain first: npm run new:domain -- ${district}/${name}`)
for (const call of ['list', 'create'])
  if (!new RegExp(`^  ${call}: op\\(`, 'm').test(read(contract)))
    fail(`${contract} has no call ${call}, which the page needs`)
const dir = `apps/web/src/domains/${district}/${name}`

create(
  `${dir}/${name}.queries.ts`,
  `import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type ${pascal} = Awaited<ReturnType<typeof api.${camel}.list>>['items'][number]

export const ${camel}Query = (spaceId: string) =>
  queryOptions({
    queryKey: ['${name}', spaceId],
    queryFn: async ({ signal }) => (await api.${camel}.list({ space_id: spaceId }, { signal })).items,
  })

export const refresh${pascal} = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['${name}'] })
`,
)
create(
  `${dir}/components/create-${name}-dialog.tsx`,
  `import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { refresh${pascal} } from '../${name}.queries.ts'

export function Create${pascal}Dialog({ spaceId, onClose }: { spaceId: string; onClose: () => void }) {
  const t = useT('${name}')
  const { values, text, isDirty } = useForm({ name: '' })
  const save = useMutation({
    mutationFn: () => api.${camel}.create({ space_id: spaceId, name: values.name.trim() }),
    onSuccess: async () => {
      await refresh${pascal}()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('create')}
      isDirty={isDirty}
      isReady={values.name.trim() !== ''}
      call={save}
      action={t('create')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('name')} required>
        <Input {...text('name')} limit={50} />
      </Field>
    </FormDialog>
  )
}
`,
)
create(
  `${dir}/pages/${name}-page.tsx`,
  `import { useQuery } from '@tanstack/react-query'
import { Plus, Shapes } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { Create${pascal}Dialog } from '../components/create-${name}-dialog.tsx'
import { type ${pascal}, ${camel}Query } from '../${name}.queries.ts'

export function ${pascal}Page() {
  const t = useT('${name}')
  const space = useSpace()
  const { data, error, refetch } = useQuery(${camel}Query(space.id))
  const [isCreating, setIsCreating] = useState(false)
  const columns: Column<${pascal}>[] = [{ id: 'name', head: t('name'), cell: (row) => row.name }]
  const add = (
    <Button kind="solid" icon={Plus} onClick={() => setIsCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={t('title')} actions={data && data.length > 0 ? add : undefined} />
      <main className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-card">
        {error && !data ? (
          <FailedPage error={error} onRetry={() => void refetch()} />
        ) : data?.length === 0 ? (
          <EmptyState icon={Shapes} title={t('none.title')} text={t('none.text')} action={add} />
        ) : (
          <Table
            label={t('title')}
            columns={columns}
            rows={data ?? []}
            rowKey={(row) => row.id}
            rowName={(row) => row.name}
            size="one"
            loading={data ? 0 : 5}
          />
        )}
      </main>
      {isCreating && <Create${pascal}Dialog spaceId={space.id} onClose={() => setIsCreating(false)} />}
    </div>
  )
}
`,
)
addTexts(name, {
  en: {
    create: 'Create',
    name: 'Name',
    'none.text': 'What you create appears in this list.',
    'none.title': 'Nothing here yet',
    title: english,
  },
  'zh-CN': {
    create: '新建',
    name: '名称',
    'none.text': '新建后会显示在这里。',
    'none.title': '暂无内容',
    title: chinese,
  },
})
for (const [language, title] of [
  ['en', english],
  ['zh-CN', chinese],
] as const)
  insert(
    `apps/web/src/locales/${language}/shell.json`,
    /(?=\n {2}"nav\.(?![\s\S]*\n {2}"nav\.))/,
    `\n  "nav.${camel}": ${JSON.stringify(title)},`,
  )
const routes = 'apps/web/src/routes/space.routes.tsx'
edit(
  routes,
  /(?=\nexport const spaceRoutes )/,
  `
const ${camel}Route = createRoute({
  getParentRoute: () => spaceRoute,
  path: '${name}',
  component: lazyRouteComponent(() => import('#domains/${district}/${name}/pages/${name}-page.tsx'), '${pascal}Page'),
  staticData: { page: { title: 'nav.${camel}', submenu: 'space' } },
})
`,
)
edit(routes, /(?= {4}membersRoute,\n)/, `    ${camel}Route,\n`)
const submenu = 'apps/web/src/shell/space-pages.ts'
edit(
  submenu,
  /(?= {2}\{ path: 'observe\/traces')/,
  `  { path: '${name}', name: 'nav.${camel}', icon: Shapes, part: 'make' },\n`,
)
const icons = read(submenu).slice(0, read(submenu).indexOf("from 'lucide-react'"))
if (!/\bShapes\b/.test(icons))
  // The import lists one name per line, or all names in one line.
  if (icons.endsWith('\n} ')) edit(submenu, /(?=\n\} from 'lucide-react')/, '\n  Shapes,')
  else edit(submenu, /(?= \} from 'lucide-react')/, ', Shapes')
writeAll(`Created the page of ${name} at /space/{id}/${name}. It passes as it is: npm test`)
