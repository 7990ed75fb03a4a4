import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#styles/index.css'
import {
  ChatPage,
  injectedPicture,
  PicturePage,
  PreviewPage,
  previewToken,
  readVisit,
} from '#domains/reach/public-chat/index.ts'
import { startI18nIn } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { startTheme } from '#lib/theme.ts'
import { showFailedCalls } from '#ui/api-toasts.ts'
import { LightProvider } from '#ui/light-provider.tsx'

/** The chat page of visitors: a separate document without code of the studio. */
const visit = readVisit(location)
startTheme()
showFailedCalls()
const picture = injectedPicture()
const preview = previewToken(location)
await startI18nIn(visit.language, 'public-chat')

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <LightProvider>
        {picture ? <PicturePage {...picture} /> : preview ? <PreviewPage {...preview} /> : <ChatPage visit={visit} />}
      </LightProvider>
    </QueryClientProvider>
  </StrictMode>,
)
