import { Download, Ellipsis, Plus, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { openedAt } from './sample-time.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { FilterBar, FilterChip } from '#ui/filter-bar.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { NameCell, Table, type Column, type Sort } from '#ui/table.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import type { TileKind } from '#lib/tile-kind.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { useSay } from './specimen.tsx'

interface Sample {
  id: string
  kind: TileKind
  note: string
  uses: number
  state: string
  tone: Tone
  at: number
  failed?: boolean
}

/** A complete list page built only from components of the kit. */
export function PageSection() {
  const say = useSay()
  const [tab, setTab] = useState<'all' | 'mine' | 'drafts'>('all')
  const [kind, setKind] = useState<'all' | 'plugin' | 'workflow'>('all')
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['trips']))
  const [sort, setSort] = useState<Sort>({ by: 'edited', descending: true })
  const [owned, setOwned] = useState(true)
  const [off, setOff] = useState<ReadonlySet<string>>(new Set(['erp-sync']))
  const rows = useSamples().filter((row) => row.id.includes(query) && (kind === 'all' || row.kind === kind))

  const columns: Column<Sample>[] = [
    {
      id: 'name',
      head: say('Resource', '资源'),
      width: '40%',
      sortable: true,
      cell: (row) => <NameCell tile={<TypeTile kind={row.kind} />} name={row.id} note={row.note} />,
    },
    {
      id: 'uses',
      hideBelow: 'md',
      head: say('Used by', '引用'),
      align: 'end',
      sortable: true,
      cell: (row) => row.uses,
    },
    { id: 'state', hideBelow: 'sm', head: say('State', '状态'), cell: (row) => <Tag tone={row.tone}>{row.state}</Tag> },
    {
      id: 'edited',
      hideBelow: 'sm',
      head: say('Edited', '编辑时间'),
      sortable: true,
      cell: (row) => <DateTime at={row.at} className="text-mute" />,
    },
    {
      id: 'on',
      head: say('On', '启用'),
      width: 72,
      cell: (row) => (
        <Switch
          label={say(`Use ${row.id}`, `启用 ${row.id}`)}
          checked={!off.has(row.id)}
          onChange={(on) => setOff(new Set(on ? [...off].filter((id) => id !== row.id) : [...off, row.id]))}
        />
      ),
    },
  ]
  return (
    <section
      id="page"
      aria-label={say('A page', '页面')}
      className="relative flex h-160 flex-col overflow-hidden rounded-lg border border-line bg-card"
    >
      <TitleBar
        title={say('Library', '资源库')}
        note={say('Resources that every bot in this space may use', '空间内所有智能体可用的资源')}
        actions={
          <>
            <Button icon={Download}>{say('Export list', '导出列表')}</Button>
            <Button kind="solid" icon={Plus}>
              {say('Create', '创建')}
            </Button>
          </>
        }
      />
      <Tabs
        size="page"
        label={say('Lists', '列表')}
        value={tab}
        onChange={setTab}
        items={[
          { value: 'all', label: say('All', '全部'), count: 38 },
          { value: 'mine', label: say('Mine', '我的'), count: 9 },
          { value: 'drafts', label: say('Drafts', '草稿'), waits: say('waits for you', '待处理') },
        ]}
      />
      <FilterBar
        search={
          <SearchInput slash value={query} onChange={setQuery} placeholder={say('Search by name', '按名称搜索')} />
        }
      >
        <Segmented
          label={say('Kind', '类型')}
          value={kind}
          onChange={setKind}
          items={[
            { value: 'all', label: say('All', '全部'), count: 8 },
            { value: 'plugin', label: say('Plugins', '插件'), count: 3 },
            { value: 'workflow', label: say('Workflows', '工作流'), count: 2 },
          ]}
        />
        {owned && (
          <FilterChip name={say('owner', '所有者')} icon={UserPlus} onRemove={() => setOwned(false)}>
            {say('Owned by me', '我创建的')}
          </FilterChip>
        )}
      </FilterBar>
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        <Table
          label={say('Resources', '资源')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={(row) => row.id}
          rowTone={(row) => (row.failed ? 'failed' : undefined)}
          selected={selected}
          onSelect={setSelected}
          sort={sort}
          onSort={setSort}
          onOpen={() => {}}
          actions={() => (
            <Menu align="end" trigger={<IconButton icon={Ellipsis} label={say('More', '更多')} />}>
              <MenuItem icon={Trash2} danger>
                {say('Delete', '删除')}
              </MenuItem>
            </Menu>
          )}
        />
      </div>
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <Button size="sm" kind="quiet">
          {say('Copy to', '复制到')}
        </Button>
        <Button size="sm" kind="danger-quiet" icon={Trash2}>
          {say('Delete', '删除')}
        </Button>
      </BulkBar>
      <FootBar
        hints={[
          { keys: ['ArrowUp', 'ArrowDown'], label: say('move', '移动') },
          { keys: 'x', label: say('select', '选择') },
          { keys: 'enter', label: say('open', '打开') },
        ]}
      >
        {say(`${rows.length} of 38 shown`, `已显示 ${rows.length} / 38`)}
      </FootBar>
    </section>
  )
}

function useSamples(): Sample[] {
  const say = useSay()
  const hour = 3_600_000
  return [
    {
      id: 'build_itinerary',
      kind: 'workflow',
      note: say('Turns a brief into a day-by-day plan', '把需求变成逐日行程'),
      uses: 3,
      state: say('Edits pending', '有未发布修改'),
      tone: 'brand',
      at: openedAt - hour,
    },
    {
      id: 'city-guides',
      kind: 'knowledge',
      note: say('48 documents · 3,912 slices', '48 篇文档 · 3,912 个分段'),
      uses: 3,
      state: say('1 failed', '1 个失败'),
      tone: 'warn',
      at: openedAt - 2 * hour,
    },
    {
      id: 'places',
      kind: 'plugin',
      note: say('4 tools · API key in header', '4 个工具 · 请求头密钥'),
      uses: 5,
      state: 'v1.4.0',
      tone: 'ok',
      at: openedAt - 3 * hour,
    },
    {
      id: 'trips',
      kind: 'database',
      note: say('6 fields · single-user mode', '6 个字段 · 单用户模式'),
      uses: 1,
      state: say('In use', '使用中'),
      tone: 'ok',
      at: openedAt - 30 * hour,
    },
    {
      id: 'refund_dialogue',
      kind: 'chatflow',
      note: say('Asks, reads the fare rules, decides', '询问、查阅规则并给出结论'),
      uses: 1,
      state: 'v2.1.0',
      tone: 'ok',
      at: openedAt - 50 * hour,
    },
    {
      id: 'house-tone',
      kind: 'prompt',
      note: say('Plain and warm · 412 characters', '朴素亲切 · 412 字'),
      uses: 6,
      state: say('3 versions', '3 个版本'),
      tone: 'grey',
      at: openedAt - 60 * hour,
    },
    {
      id: 'erp-sync',
      kind: 'plugin',
      note: say('7 tools · OAuth, sign-in expired', '7 个工具 · OAuth 已过期'),
      uses: 1,
      state: say('Sign in again', '需重新登录'),
      tone: 'err',
      at: openedAt - 90 * hour,
      failed: true,
    },
    {
      id: 'menu-photos',
      kind: 'knowledge-image',
      note: say('212 images · 198 with captions', '212 张图片 · 198 张有描述'),
      uses: 1,
      state: say('Ready', '就绪'),
      tone: 'ok',
      at: openedAt - 400 * 24 * hour,
    },
  ]
}
