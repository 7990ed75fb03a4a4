import { useRouter } from '@tanstack/react-router'
import { Plug, Plus } from 'lucide-react'
import { useState } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { useT } from '#lib/i18n.ts'
import { pluginLink } from '#lib/links.ts'
import { fromHere } from '#lib/scene.ts'
import { mayInSpace, useSpaces } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { ConnectDialog } from '#domains/resources/mcp/index.ts'

interface MakeToolsProps {
  spaceId: string
  /** Called before a plugin is created, because that opens another page. */
  onLeave: () => void
  /** Called after a server was connected. */
  onCreated: () => void
  /** Called when a plugin was created from here. Its page opens and links back. */
  onPlugin?: ((id: string) => void) | undefined
}

/** Creates a plugin or connects an MCP server, for a tool that does not exist yet. */
export function MakeTools({ spaceId, onLeave, onCreated, onPlugin }: MakeToolsProps) {
  const t = useT('tools')
  const space = useSpaces().find((useSpace) => useSpace.id === spaceId)
  const [isConnecting, setConnecting] = useState(false)
  const maker = createActions.use().find((action) => action.kind === 'plugin' && (action.may?.(space) ?? true))
  const { history } = useRouter()
  const openPlugin = (id: string) => {
    onPlugin?.(id)
    history.push(pluginLink(spaceId, id), fromHere('create.plugin'))
  }
  if (!space || !mayInSpace(space, 'createResource')) return null
  return (
    <span className="mr-auto flex gap-2">
      {maker && (
        <Button
          icon={Plus}
          onClick={() => {
            onLeave()
            maker.open(space, { onCreated: openPlugin })
          }}
        >
          {t('make')}
        </Button>
      )}
      <Button icon={Plug} onClick={() => setConnecting(true)}>
        {t('connect')}
      </Button>
      {isConnecting && (
        <ConnectDialog
          spaceId={spaceId}
          onClose={() => setConnecting(false)}
          onCreated={() => {
            setConnecting(false)
            onCreated()
          }}
        />
      )}
    </span>
  )
}
