import { useT } from '#lib/i18n.ts'
import { DocsLink } from '../components/docs-link.tsx'
import { guideGroups } from '#lib/guide-pages.ts'

/** The pages of the guide in groups, then the reference for programs. */
export function GuideHome() {
  const t = useT('docs')
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-6 max-md:p-4">
      <article className="mx-auto flex max-w-220 flex-col gap-6">
        <header>
          <h1 className="text-greeting font-semibold">{t('guide.home')}</h1>
          <p className="mt-1 text-mute">{t('guide.homeText')}</p>
        </header>
        {guideGroups.map(({ id, pages }) => (
          <section key={id}>
            <h2 className="mb-2 text-title font-semibold">{t(`guide.group.${id}`)}</h2>
            <ul className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
              {pages.map((page) => (
                <li key={page}>
                  <Card to={`guide/${page}`} title={t(`page.${page}`)} text={t(`about.${page}`)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section>
          <h2 className="mb-2 text-title font-semibold">{t('guide.group.api')}</h2>
          <Card to="api" title={t('title')} text={t('about.api')} />
        </section>
      </article>
    </div>
  )
}

function Card({ to, title, text }: { to: string; title: string; text: string }) {
  return (
    <DocsLink
      to={to}
      className="flex h-full flex-col rounded-lg border border-line bg-card px-4 py-3 hover:border-line-strong"
    >
      <span className="font-medium">{title}</span>
      <span className="mt-0.5 text-mute">{text}</span>
    </DocsLink>
  )
}
