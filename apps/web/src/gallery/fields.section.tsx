import { Globe, ListTree, SlidersHorizontal, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select, type Choice } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { Section, Specimen, useSay } from './specimen.tsx'

const cities: Choice[] = [
  'Athens',
  'Bilbao',
  'Kyoto',
  'Lisbon',
  'Marseille',
  'Naples',
  'Porto',
  'Seville',
  'Turin',
].map((name) => ({ value: name.toLowerCase(), label: name }))

/** Imitates a server: returns filtered results after a delay. */
const searchCities = (query: string, signal: AbortSignal) =>
  new Promise<readonly Choice[]>((resolve, reject) => {
    const timer = setTimeout(
      () => resolve(cities.filter((city) => city.label.toLowerCase().includes(query.toLowerCase()))),
      400,
    )
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('stopped'))
    })
  })

export function FieldsSection() {
  const say = useSay()
  return (
    <Section id="fields" title={say('Fields', '表单')}>
      <Specimen name={say('Text', '文本')} column>
        <div className="grid max-w-180 grid-cols-2 gap-4 max-sm:grid-cols-1">
          <Field label={say('Name', '名称')} required help={say('Shown in lists.', '显示在列表中。')}>
            <Input defaultValue="Trip Concierge" limit={20} />
          </Field>
          <Field label={say('Email', '邮箱')} error={say('This is no address.', '邮箱格式不正确。')}>
            <Input defaultValue="owner@" type="email" />
          </Field>
          <Field
            label={say('Password', '密码')}
            aside={
              <a href="#fields" className="text-brand">
                {say('Forgot it?', '忘记密码？')}
              </a>
            }
          >
            <PasswordInput size="lg" defaultValue="not a secret" autoComplete="off" />
          </Field>
          <Field label={say('Address', '地址')} disabled>
            <Input before={<Icon of={Globe} />} placeholder="https://api.example.org" mono />
          </Field>
          <Field label={say('Description', '描述')} className="col-span-2 max-sm:col-span-1">
            <Textarea limit={500} placeholder={say('What is it good for?', '它能做什么？')} />
          </Field>
        </div>
      </Specimen>
      <Choosing />
      <Switching />
    </Section>
  )
}

function Choosing() {
  const say = useSay()
  const [owner, setOwner] = useState<'all' | 'me'>('all')
  const [model, setModel] = useState<string | null>(null)
  const [city, setCity] = useState<Choice | null>(cities[3] ?? null)
  const [remote, setRemote] = useState<Choice | null>(null)
  const [view, setView] = useState<'all' | 'bots' | 'projects'>('all')
  const [way, setWay] = useState<'auto' | 'custom' | 'heading'>('custom')
  const [length, setLength] = useState(600)
  const [least, setLeast] = useState<number | null>(0.3)
  return (
    <>
      <Specimen name={say('Pick one', '单选')}>
        <Select
          prefix={say('Owner', '所有者')}
          items={[
            { value: 'all', label: say('Everyone', '所有人') },
            { value: 'me', label: say('Me', '我') },
          ]}
          value={owner}
          onChange={setOwner}
        />
        <div className="w-56">
          <Select
            label={say('Model', '模型')}
            items={[
              {
                value: 'offline',
                label: say('Built-in offline model', '内置离线模型'),
                description: say('No key needed', '无需密钥'),
              },
              { value: 'large', label: 'Large 128k', icon: Sparkles },
              { value: 'old', label: say('Retired', '已下线'), disabled: true },
            ]}
            value={model}
            onChange={setModel}
          />
        </div>
        <div className="w-44">
          <Combobox label={say('City', '城市')} items={cities} value={city} onChange={setCity} clearable />
        </div>
        <div className="w-44">
          <Combobox
            label={say('City, from afar', '远程城市')}
            search={searchCities}
            value={remote}
            onChange={setRemote}
          />
        </div>
        <Segmented
          label={say('Kind', '类型')}
          items={[
            { value: 'all', label: say('All', '全部'), count: 16 },
            { value: 'bots', label: say('Bots', '智能体'), count: 12 },
            { value: 'projects', label: say('Projects', '项目'), count: 4 },
          ]}
          value={view}
          onChange={setView}
        />
      </Specimen>
      <Specimen name={say('With settings', '带设置')} column>
        <div className="max-w-100">
          <RadioGroup
            label={say('How to cut', '切分方式')}
            value={way}
            onChange={setWay}
            items={[
              {
                value: 'auto',
                label: say('Automatic', '自动'),
                description: say('By paragraph, about 800 characters', '按段落，约 800 字符'),
                icon: Sparkles,
                beside: <Tag tone="outline">{say('Recommended', '推荐')}</Tag>,
              },
              {
                value: 'custom',
                label: say('Custom', '自定义'),
                description: say('Your separator, length and overlap', '自定分隔符、长度和重叠'),
                icon: SlidersHorizontal,
                settings: (
                  <Field layout="left" label={say('Longest slice', '最大长度')}>
                    <Slider
                      label={say('Longest slice', '最大长度')}
                      value={length}
                      onChange={setLength}
                      min={100}
                      max={2000}
                      step={50}
                    />
                  </Field>
                ),
              },
              {
                value: 'heading',
                label: say('By heading', '按标题'),
                description: say('Keeps chapters whole', '保持章节完整'),
                icon: ListTree,
              },
            ]}
          />
        </div>
        <div className="w-40">
          <NumberInput
            label={say('Min score', '最小匹配度')}
            value={least}
            onChange={setLeast}
            min={0}
            max={1}
            step={0.01}
          />
        </div>
      </Specimen>
    </>
  )
}

function Switching() {
  const say = useSay()
  const [on, setOn] = useState(true)
  const [checked, setChecked] = useState(true)
  const [plain, setPlain] = useState<'a' | 'b'>('a')
  return (
    <Specimen name={say('On and off', '开关')}>
      <Switch checked={on} onChange={setOn}>
        {say('Scanned pages', '识别扫描页')}
      </Switch>
      <Switch checked={!on} onChange={() => setOn(!on)} label={say('The opposite', '相反')} />
      <Switch checked disabled onChange={() => {}} label={say('Fixed', '固定')} />
      <Checkbox checked={checked} onChange={setChecked}>
        {say('Remove repeated spaces', '去除重复空格')}
      </Checkbox>
      <Checkbox checked={false} onChange={() => {}} label={say('Empty', '未选')} />
      <Checkbox checked={false} mixed onChange={() => {}} label={say('Some', '部分')} />
      <Checkbox checked disabled onChange={() => {}}>
        {say('Fixed', '固定')}
      </Checkbox>
      <RadioGroup
        look="plain"
        label={say('Plain choice', '普通单选')}
        value={plain}
        onChange={setPlain}
        items={[
          { value: 'a', label: say('On demand', '按需') },
          { value: 'b', label: say('Automatic', '自动') },
        ]}
      />
    </Specimen>
  )
}
