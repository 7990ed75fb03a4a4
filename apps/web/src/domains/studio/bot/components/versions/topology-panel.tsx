import './topology.css'
import { Handle, type NodeProps, Position, ReactFlow, useReactFlow, useStore } from '@xyflow/react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { placeNodes } from '../../versions/topology-layout.ts'
import { type BotRef, type Topology, topologyQuery } from '../../versions/version.queries.ts'

type TopoNode = Topology['nodes'][number]
type CardData = { node: TopoNode; isFaint: boolean }
const envs = ['1', '2', '3'] as const
const nodeTypes = { part: Part }
const noAttribution = { hideAttribution: true }
const fit = { maxZoom: 1 }

/** The parts of the bot as a graph, with missing, outdated and shared parts marked. */
export function TopologyPanel({ of }: { of: BotRef }) {
  const t = useT('version')
  const navigate = useNavigate()
  const [env, setEnv] = useState<(typeof envs)[number]>('3')
  const [word, setWord] = useState('')
  const [isBroken, setBroken] = useState(false)
  const { data, error } = useQuery(topologyQuery(of, Number(env)))
  const flow = useMemo(() => {
    if (!data) return undefined
    const meant = (node: TopoNode) =>
      (!isBroken || node.state !== 'ok') && node.resource_name.toLowerCase().includes(word.trim().toLowerCase())
    return {
      nodes: placeNodes(data).map(({ node, x, y }) => ({
        id: node.node_id,
        type: 'part' as const,
        position: { x, y },
        data: { node, isFaint: !meant(node) },
      })),
      edges: data.edges.map((edge) => ({
        id: edge.edge_id,
        source: edge.source_node_id,
        target: edge.target_node_id,
        label: edge.edge_name,
      })),
    }
  }, [data, isBroken, word])
  const open = (node: TopoNode) => {
    const to = placeOf(node, of.space_id) ?? (data && placeOfUser(node, data, of))
    if (to) void navigate({ href: to })
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('topology.env')}
          items={envs.map((value) => ({ value, label: t(`topology.env.${value}`) }))}
          value={env}
          onChange={setEnv}
        />
        <SearchInput value={word} onChange={setWord} placeholder={t('topology.search')} className="w-56" />
        <Switch checked={isBroken} onChange={setBroken}>
          {t('topology.broken')}
        </Switch>
        <span className="text-small text-mute tabular-nums">
          {data && t('topology.count', { count: data.nodes.length })}
        </span>
      </div>
      {error && <ErrorPanel error={error} />}
      {!flow && !error && <Skeleton className="h-64" />}
      {flow && (
        <div className="min-h-80 flex-1 overflow-hidden rounded-lg border border-line bg-page">
          <ReactFlow
            key={env}
            nodes={flow.nodes}
            edges={flow.edges}
            nodeTypes={nodeTypes}
            fitView
            fitViewOptions={fit}
            nodesConnectable={false}
            nodesDraggable={false}
            proOptions={noAttribution}
            onNodeClick={(_, node) => open(node.data.node)}
          >
            <FitToWindow />
          </ReactFlow>
        </div>
      )}
    </div>
  )
}

/** Fits the graph into the view whenever the width changes. */
function FitToWindow() {
  const { fitView } = useReactFlow()
  const width = useStore((flow) => flow.width)
  useEffect(() => {
    if (width > 0) void fitView(fit)
  }, [fitView, width])
  return null
}

function Part({ data }: NodeProps & { data: CardData }) {
  const t = useT('version')
  const { node, isFaint } = data
  const kind = String(node.resource_kind) as `${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11}`
  return (
    <div
      className={cn(
        'w-52 rounded-md border border-line bg-card px-3 py-2 shadow-card',
        node.state === 'missing' && 'border-err-solid bg-err-soft',
        node.state === 'outdated' && 'border-warn-solid',
        isFaint && 'opacity-30',
      )}
    >
      <Handle type="target" position={Position.Left} className="invisible" />
      <p className="truncate font-medium" title={node.resource_name}>
        {node.resource_name || node.resource_id}
      </p>
      <p className="truncate text-small text-mute">
        {[
          t(`kind.${kind}`),
          node.state === 'ok' ? '' : t(`topology.${node.state}`),
          node.used_by > 0 ? t('topology.used', { count: node.used_by }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Handle type="source" position={Position.Right} className="invisible" />
    </div>
  )
}

/** For a missing part: the page of the resource that uses it, where it can be removed or replaced. */
function placeOfUser(node: TopoNode, { nodes, edges }: Topology, of: BotRef): string | undefined {
  if (node.state !== 'missing') return undefined
  const users = edges.filter((edge) => edge.target_node_id === node.node_id).map((edge) => edge.source_node_id)
  const user = nodes.find((one) => users.includes(one.node_id) && placeOf(one, of.space_id))
  // Agents are edited on the page of their bot.
  return (user && placeOf(user, of.space_id)) ?? `/space/${of.space_id}/bot/${of.bot_id}`
}
/** The page on which a part is edited. */
function placeOf({ resource_kind: kind, resource_id: id, state }: TopoNode, spaceId: string): string | undefined {
  if (state === 'missing' || state === 'no_access') return undefined
  const paths: Record<number, string> = {
    1: `/space/${spaceId}/bot/${id}`,
    3: `/work_flow?space_id=${spaceId}&workflow_id=${id}`,
    4: `/work_flow?space_id=${spaceId}&workflow_id=${id}`,
    5: `/space/${spaceId}/plugin/${id}`,
    7: `/space/${spaceId}/knowledge/${id}`,
    8: `/space/${spaceId}/database/${id}`,
  }
  return paths[kind]
}
