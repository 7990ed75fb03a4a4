import { ChevronDown, Copy, Ellipsis, History, Import, Plus, RefreshCw, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CopyButton, CopyTextButton } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { KeyCap, KeyHints } from '#ui/key-cap.tsx'
import { Mark } from '#ui/mark.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Section, Specimen, useSay } from './specimen.tsx'

export function ButtonsSection() {
  const say = useSay()
  const [starred, setStarred] = useState(true)
  return (
    <Section id="buttons" title={say('Buttons', '按钮')}>
      <Specimen name={say('Kinds', '种类')}>
        <Button kind="solid" icon={Plus}>
          {say('Create', '创建')}
        </Button>
        <Button icon={Import}>{say('Import', '导入')}</Button>
        <Button kind="ghost">{say('See the diff', '查看差异')}</Button>
        <Button kind="soft">{say('Chosen', '已选')}</Button>
        <Button kind="quiet">{say('Withdraw', '撤回')}</Button>
        <Button kind="danger" icon={Trash2}>
          {say('Delete trips', '删除 trips')}
        </Button>
        <Button kind="danger-quiet">{say('Remove', '移除')}</Button>
      </Specimen>
      <Specimen name={say('Sizes', '尺寸')}>
        <Button size="lg" kind="solid">
          {say('Sign in', '登录')}
        </Button>
        <Button size="md">{say('Middle', '中')}</Button>
        <Button size="sm" icon={RefreshCw}>
          {say('Send again', '再次发送')}
        </Button>
        <Button size="xs">{say('Small', '小')}</Button>
        <Button kind="solid" iconAfter={ChevronDown}>
          {say('Create', '创建')}
        </Button>
        <Button kind="solid" keys="mod+enter">
          {say('Save', '保存')}
        </Button>
      </Specimen>
      <Specimen name={say('States', '状态')}>
        <Button kind="solid" busy>
          {say('Publishing', '正在发布')}
        </Button>
        <Button busy>{say('Saving', '正在保存')}</Button>
        <Button kind="solid" disabled>
          {say('Create', '创建')}
        </Button>
        <Button disabled>{say('Import', '导入')}</Button>
        <Button kind="ghost" disabled>
          {say('See the diff', '查看差异')}
        </Button>
        <Button kind="danger" disabled>
          {say('Delete', '删除')}
        </Button>
      </Specimen>
      <Specimen name={say('Icons', '图标按钮')}>
        <IconButton icon={History} label={say('History', '历史')} size="lg" />
        <IconButton icon={Ellipsis} label={say('More', '更多')} />
        <IconButton icon={Copy} label={say('Duplicate', '创建副本')} size="sm" />
        <IconButton icon={Plus} label={say('New', '新建')} kind="plain" size="lg" keys="c" />
        <IconButton icon={Plus} label={say('Send', '发送')} kind="solid" />
        <IconButton icon={Star} label={say('Star', '收藏')} pressed={starred} onClick={() => setStarred(!starred)} />
        <IconButton icon={Trash2} label={say('Delete', '删除')} kind="danger" />
        <IconButton icon={History} label={say('Not now', '暂不可用')} disabled />
        <IconButton icon={History} label={say('Working', '进行中')} busy />
        <CopyButton text="7382915" />
        <CopyTextButton text="20260614143600ABCDEF" label={say('Copy log id', '复制日志 ID')} />
      </Specimen>
      <Specimen name={say('Keys and mark', '按键与标志')}>
        <KeyCap keys="mod+k" />
        <KeyCap keys="/" />
        <KeyHints
          hints={[
            { keys: 'c', label: say('create', '创建') },
            { keys: ['ArrowLeft', 'ArrowRight'], label: say('move', '移动') },
            { keys: 'enter', label: say('open', '打开') },
            { keys: '?', label: say('all shortcuts', '全部快捷键') },
          ]}
        />
        <Spinner className="text-brand" />
        <Mark />
      </Specimen>
    </Section>
  )
}
