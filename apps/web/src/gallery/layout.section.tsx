import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { TreeNode } from '#lib/tree.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { PanelHead, ResizablePanels } from '#ui/resizable-panels.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Split } from '#ui/split.tsx'
import { Steps } from '#ui/steps.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { Tree } from '#ui/tree.tsx'
import type { TileKind } from '#lib/tile-kind.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { Section, useSay } from './specimen.tsx'

export function LayoutSection() {
  const say = useSay()
  return (
    <Section id="layout" title={say('Bars, panels, trees', '栏、面板与树')}>
      <Editor />
      <div className="overflow-hidden rounded-lg border border-line">
        <TitleBar
          back={<a href="#layout" aria-label={say('Back', '返回')} />}
          crumbs={[
            { label: say('Library', '资源库'), link: <a href="#layout" /> },
            { label: say('City guides', '城市指南') },
          ]}
          title={say('Add content', '添加内容')}
          centre={
            <Steps
              now={1}
              names={[
                say('Source', '来源'),
                say('Files', '文件'),
                say('Segmentation', '切分'),
                say('Processing', '处理'),
              ]}
            />
          }
        />
      </div>
    </Section>
  )
}

function Editor() {
  const say = useSay()
  const [mode, setMode] = useState<'build' | 'logs'>('build')
  const [sheet, setSheet] = useState(true)
  const [tab, setTab] = useState<'form' | 'runs'>('form')
  return (
    <div className="relative flex h-120 flex-col overflow-hidden rounded-lg border border-line">
      <TitleBar
        back={<a href="#layout" aria-label={say('Back', '返回')} />}
        tile={<PictureTile id="bot-a" kind="bot" size={36} />}
        title="Trip Concierge"
        beside={<Tag tone="warn">{say('Draft', '草稿')}</Tag>}
        note={say('Saved 14:32', '已保存 14:32')}
        centre={
          <Segmented
            label={say('Mode', '模式')}
            value={mode}
            onChange={setMode}
            items={[
              { value: 'build', label: say('Build', '编排') },
              { value: 'logs', label: say('Logs', '日志') },
            ]}
          />
        }
        actions={
          <>
            <Button onClick={() => setSheet(true)}>{say('Open sheet', '打开面板')}</Button>
            <Button kind="solid">{say('Publish', '发布')}</Button>
          </>
        }
      />
      <div className="flex min-h-0 flex-1">
        <ResizablePanels
          storeKey="gallery"
          panels={[
            {
              id: 'tree',
              title: say('Resources', '资源'),
              min: 180,
              share: 0.7,
              foldable: true,
              content: <Resources />,
            },
            {
              id: 'split',
              title: say('Two', '两栏'),
              min: 200,
              content: (
                <Split
                  storeKey="gallery.split"
                  axis="y"
                  label={say('Editor and problems', '编辑器与问题')}
                  min={[80, 80]}
                  first={<div className="flex-1 bg-canvas p-4 text-mute">{say('Canvas', '画布')}</div>}
                  second={<PanelHead title={say('Problems', '问题')} />}
                />
              ),
            },
          ]}
        />
        {sheet && (
          <SideSheet
            kind="gallery"
            width={360}
            min={300}
            title={say('Read the brief', '读取需求')}
            caption={say('Large language model', '大模型')}
            tile={<TypeTile kind="workflow" size={26} />}
            onClose={() => setSheet(false)}
          >
            <Tabs
              label={say('Views', '视图')}
              value={tab}
              onChange={setTab}
              items={[
                { value: 'form', label: say('Form', '表单') },
                { value: 'runs', label: say('Runs', '运行'), count: 12 },
              ]}
            >
              <TabPanel value="form">
                <SheetSection
                  title={say('Input', '输入')}
                  tools={<IconButton size="sm" icon={Plus} label={say('Add', '添加')} />}
                >
                  <Field label={say('Brief', '需求')}>
                    <Input size="sm" />
                  </Field>
                </SheetSection>
                <SheetSection title={say('Output', '输出')}>{say('Text', '文本')}</SheetSection>
              </TabPanel>
              <TabPanel value="runs">
                <SheetSection>{say('No runs yet.', '还没有运行记录。')}</SheetSection>
              </TabPanel>
            </Tabs>
          </SideSheet>
        )}
      </div>
    </div>
  )
}

function Resources() {
  const say = useSay()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['flows', 'data']))
  const [selected, setSelected] = useState<string>('book')
  const leaf = (id: string, kind: TileKind, label: string): TreeNode<{ label: string; kind?: TileKind }> => ({
    id,
    data: { label, kind },
  })
  const nodes: TreeNode<{ label: string; kind?: TileKind }>[] = [
    {
      id: 'flows',
      data: { label: say('Workflows', '工作流') },
      children: [leaf('book', 'workflow', 'book_trip'), leaf('pay', 'chatflow', 'take_payment')],
    },
    { id: 'data', data: { label: say('Data', '数据') }, children: [leaf('bookings', 'database', 'bookings')] },
  ]
  return (
    <>
      <PanelHead title={say('Resources', '资源')} tools={<IconButton icon={Plus} label={say('Add', '添加')} />} />
      <div className="min-h-0 flex-1 overflow-y-auto px-2">
        <Tree
          label={say('Resources', '资源')}
          nodes={nodes}
          open={open}
          onOpenChange={setOpen}
          selected={selected}
          onSelect={(node) => node.data.kind && setSelected(node.id)}
          row={(data) => ({
            label: data.label,
            tile: data.kind && <TypeTile kind={data.kind} size={18} />,
            strong: !data.kind,
          })}
        />
      </div>
    </>
  )
}
