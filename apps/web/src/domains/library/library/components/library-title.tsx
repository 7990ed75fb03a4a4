import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import type { Folder } from '../folder.queries.ts'

interface LibraryTitleProps {
  /** From the outermost folder to the open one; empty at the top. */
  path: readonly Folder[]
  menu: ReactNode
  children: ReactNode
}

/** The name of the open folder with its path. */
export function LibraryTitle({ path, menu, children }: LibraryTitleProps) {
  const t = useT('library')
  const binName = useT('bin')('title')
  const space = useSpace()
  const here = path.at(-1)
  const libraryLink = (folder?: string) => (
    <Link to="/space/$space_id/library" params={{ space_id: space.id }} search={{ folder }} />
  )
  return (
    <TitleBar
      title={here?.name ?? t('title')}
      crumbs={
        here && [
          { label: t('title'), link: libraryLink() },
          ...path.slice(0, -1).map((folder) => ({ label: folder.name, link: libraryLink(folder.id) })),
          { label: here.name },
        ]
      }
      beside={here && menu}
      note={here ? undefined : t('text')}
      actions={
        <>
          <Button
            icon={Trash2}
            nativeButton={false}
            render={<Link to="/space/$space_id/library/bin" params={{ space_id: space.id }} aria-label={binName} />}
          >
            {binName}
          </Button>
          {children}
        </>
      }
    />
  )
}
