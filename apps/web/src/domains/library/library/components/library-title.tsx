import { Link } from '@tanstack/react-router'
import { AudioLines, Package, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { libraryLists } from '#lib/library-lists.ts'
import { libraryKinds } from '#lib/resource-kinds.ts'
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

/** The open folder with the path to it, and links to lists that are not part of the table, such as servers. */
export function LibraryTitle({ path, menu, children }: LibraryTitleProps) {
  const t = useT('library')
  const binName = useT('bin')('title')
  const space = useSpace()
  const here = path.at(-1)
  const others = libraryLists.use().filter((item) => !libraryKinds.some((kind) => kind === item.id))
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
          <Button
            icon={Package}
            nativeButton={false}
            render={
              <Link to="/space/$space_id/library/packages" params={{ space_id: space.id }} aria-label={t('packages')} />
            }
          >
            {t('packages')}
          </Button>
          <Button
            icon={AudioLines}
            nativeButton={false}
            render={
              <Link to="/space/$space_id/library/voices" params={{ space_id: space.id }} aria-label={t('voices')} />
            }
          >
            {t('voices')}
          </Button>
          {others.map((list) => (
            <Button
              key={list.id}
              nativeButton={false}
              render={<Link to={list.to} params={{ space_id: space.id }} aria-label={list.label()} />}
            >
              {list.label()}
            </Button>
          ))}
          {children}
        </>
      }
    />
  )
}
