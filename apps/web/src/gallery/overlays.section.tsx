import { Copy, Ellipsis, FileUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ContextMenu } from '#ui/context-menu.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { MenuCheck, MenuChoice, MenuItem, MenuLabel, MenuLine, MenuSub } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { Section, Specimen, useSay } from './specimen.tsx'

export function OverlaysSection() {
  const say = useSay()
  return (
    <Section id="overlays" title={say('What floats', '浮层')}>
      <Menus />
      <Dialogs />
      <Specimen name={say('Toasts', '提示')}>
        <Button onClick={() => toast.ok(say('Copied to Travel', '已复制到旅行空间'))}>{say('Done', '成功')}</Button>
        <Button
          onClick={() =>
            toast.info(say('A new version is out', '有新版本'), {
              description: say('Load the page again to use it.', '重新加载页面后生效。'),
            })
          }
        >
          {say('Fact', '消息')}
        </Button>
        <Button
          onClick={() =>
            toast.error(say('Create failed', '创建失败'), {
              error: Object.assign(new Error(say('The name is taken in this space.', '该空间内已有同名资源。')), {
                logId: '20260614143600ABCDEF',
              }),
              action: { label: say('Try again', '重试'), onClick: () => {} },
            })
          }
        >
          {say('Error', '错误')}
        </Button>
      </Specimen>
    </Section>
  )
}

function Menus() {
  const say = useSay()
  const [grid, setGrid] = useState(true)
  const [sort, setSort] = useState<'edited' | 'name'>('edited')
  return (
    <Specimen name={say('Menus', '菜单')}>
      <Menu trigger={<Button kind="solid">{say('Create', '创建')}</Button>} className="w-80">
        <MenuItem
          tile={<TypeTile kind="workflow" size={26} />}
          keys="w"
          description={say('Steps, branches, loops, code', '步骤、分支、循环、代码')}
        >
          {say('Workflow', '工作流')}
        </MenuItem>
        <MenuItem
          tile={<TypeTile kind="plugin" size={26} />}
          keys="p"
          description={say('Call an API as a tool', '把接口变成工具')}
        >
          {say('Plugin', '插件')}
        </MenuItem>
        <MenuItem
          tile={<TypeTile kind="database" size={26} />}
          keys="d"
          description={say('Rows that bots read and write', '供智能体读写的数据表')}
        >
          {say('Database', '数据库')}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={FileUp}>{say('Import a file', '导入文件')}</MenuItem>
      </Menu>
      <Menu trigger={<IconButton icon={Ellipsis} label={say('More', '更多')} />}>
        <MenuItem icon={Pencil} keys="e">
          {say('Rename', '重命名')}
        </MenuItem>
        <MenuSub icon={Copy} items={<MenuItem>{say('This space', '当前空间')}</MenuItem>}>
          {say('Copy to', '复制到')}
        </MenuSub>
        <MenuItem icon={Copy} disabled>
          {say('Paste', '粘贴')}
        </MenuItem>
        <MenuLine />
        <MenuLabel>{say('View', '视图')}</MenuLabel>
        <MenuCheck checked={grid} onChange={setGrid}>
          {say('Grid', '网格')}
        </MenuCheck>
        <MenuChoice
          label={say('Sort', '排序')}
          value={sort}
          onChange={setSort}
          items={[
            { value: 'edited', label: say('Last edited', '最近编辑') },
            { value: 'name', label: say('Name', '名称') },
          ]}
        />
        <MenuLine />
        <MenuItem icon={Trash2} danger>
          {say('Delete', '删除')}
        </MenuItem>
      </Menu>
      <ContextMenu
        target={
          <div className="rounded-md border border-dashed border-line-strong px-3 py-1.5 text-mute">
            {say('Press with the second button', '右键点击此处')}
          </div>
        }
      >
        <MenuItem icon={Copy}>{say('Copy', '复制')}</MenuItem>
        <MenuItem icon={Trash2} danger>
          {say('Delete', '删除')}
        </MenuItem>
      </ContextMenu>
      <Popover trigger={<Button>{say('Popover', '气泡')}</Button>} title={say('Reply limit', '回复上限')}>
        <Field label={say('Tokens', '令牌数')} help={say('Answers are cut there.', '超出部分会被截断。')}>
          <Input defaultValue="4096" size="sm" />
        </Field>
      </Popover>
    </Specimen>
  )
}

function Dialogs() {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const [space, setSpace] = useState<string | null>(null)
  return (
    <Specimen name={say('Dialogs', '对话框')}>
      <Button onClick={() => setOpen(true)}>{say('Form', '表单')}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="md"
        title={say('Create a bot', '创建智能体')}
        description={say('Everything can be changed later.', '之后都可以修改。')}
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(false)
        }}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{say('Cancel', '取消')}</Button>
            <Button kind="solid" type="submit" keys="mod+enter">
              {say('Create', '创建')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <Field label={say('Name', '名称')} required>
            <Input limit={20} />
          </Field>
          <Field label={say('Space', '空间')}>
            <Select
              items={[
                { value: 'mine', label: say('Personal', '个人空间') },
                { value: 'team', label: say('Travel team', '旅行团队') },
              ]}
              value={space}
              onChange={setSpace}
            />
          </Field>
          <Field label={say('Description', '描述')}>
            <Textarea limit={500} />
          </Field>
        </div>
      </Dialog>
      <Button
        kind="danger"
        onClick={() =>
          void confirm({
            title: say('Delete trips?', '删除 trips？'),
            text: say('1,204 rows go with it. This cannot be undone.', '其中 1,204 行数据将一并删除，且无法恢复。'),
            action: say('Delete trips', '删除 trips'),
            danger: true,
            askName: 'trips',
            onConfirm: () => Promise.reject(new Error(say('A bot still uses it.', '仍有智能体在使用。'))),
          })
        }
      >
        {say('Delete', '删除')}
      </Button>
    </Specimen>
  )
}
