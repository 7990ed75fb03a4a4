import { CircleCheck, KeyRound, LoaderCircle } from 'lucide-react'
import { Avatar, AvatarStack } from '#ui/avatar.tsx'
import { CountBadge } from '#ui/count-badge.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { RunState } from '#ui/run-state.tsx'
import { Tag } from '#ui/tag.tsx'
import type { TileKind } from '#lib/tile-kind.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { todayAt } from './sample-time.ts'
import { Section, Specimen, useSay } from './specimen.tsx'

const kinds: TileKind[] = [
  'bot',
  'project',
  'plugin',
  'workflow',
  'chatflow',
  'imageflow',
  'knowledge',
  'knowledge-table',
  'knowledge-image',
  'database',
  'prompt',
  'variable',
  'other',
]

export function MarksSection() {
  const say = useSay()
  const names = ['Owner One', 'Admin Two', '成员', 'guest@example.org', 'Reviewer Five', 'Tester Six']
  return (
    <Section id="marks" title={say('Tags, tiles, people', '标签、图标与成员')}>
      <Specimen name={say('Tags', '标签')}>
        <Tag tone="warn">{say('Draft', '草稿')}</Tag>
        <Tag tone="ok" icon={CircleCheck}>
          {say('Live', '已上线')}
        </Tag>
        <Tag tone="brand">{say('Edits pending', '有未发布修改')}</Tag>
        <Tag tone="info" icon={LoaderCircle} spin>
          {say('Sending 62%', '发送中 62%')}
        </Tag>
        <Tag tone="err" icon={KeyRound}>
          {say('Sign in again', '需重新登录')}
        </Tag>
        <Tag>{say('Not connected', '未连接')}</Tag>
        <Tag tone="outline">{say('Recommended', '推荐')}</Tag>
        <Tag mono>String</Tag>
        <CountBadge count={3} />
        <CountBadge count={1412} tone="brand" />
        <CountBadge count={48_200} tone="err" label={say('failed', '失败')} />
      </Specimen>
      <Specimen name={say('States', '状态')}>
        <RunState state="waiting" />
        <RunState state="running" />
        <RunState state="done" />
        <RunState state="failed" />
        <RunState state="skipped" />
        <DateTime at={todayAt(14, 32)} />
        <DateTime at={new Date(2025, 10, 3, 9, 10)} className="text-mute" />
      </Specimen>
      <Specimen name={say('Kinds', '资源类型')}>
        {kinds.map((kind) => (
          <TypeTile key={kind} kind={kind} />
        ))}
        <TypeTile kind="workflow" size={18} />
        <TypeTile kind="plugin" size={36} />
        <TypeTile kind="database" size={48} />
      </Specimen>
      <Specimen name={say('Pictures', '图片')}>
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => (
          <PictureTile key={id} id={`bot-${id}`} kind={id < 'e' ? 'bot' : 'project'} />
        ))}
        <PictureTile id="x" kind="bot" dimmed />
        <PictureTile id="y" kind="bot" src="/favicon.svg" />
      </Specimen>
      <Specimen name={say('People', '成员')}>
        {names.map((name) => (
          <Avatar key={name} name={name} />
        ))}
        <Avatar name="Owner One" size={18} />
        <Avatar name="Owner One" size={40} src="/favicon.svg" />
        <AvatarStack people={names.map((name) => ({ name }))} />
      </Specimen>
    </Section>
  )
}
