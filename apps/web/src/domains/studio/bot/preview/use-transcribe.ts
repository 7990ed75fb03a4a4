import { ModelType } from '@orrery/contract/shared/model-support'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '#lib/api.ts'
import type { ChatFrame } from '#domains/chat/chat/index.ts'
import { modelListQuery } from '#domains/chat/model/index.ts'
import { useEditor } from '../draft/draft-context.ts'

/** Transcribes speech in the preview with a model of the space; undefined if the space has none. */
export function useTranscribe(): ChatFrame['transcribe'] {
  const { spaceId } = useEditor()
  const { data } = useQuery(modelListQuery(spaceId, ModelType.transcription))
  const transcribe = useCallback(
    async (recording: Blob, signal: AbortSignal) => {
      const { data: heard } = await api.openVoice.hear({ space_id: spaceId, file: recording }, { signal, toast: true })
      return heard.text
    },
    [spaceId],
  )
  return data?.model_list.length ? transcribe : undefined
}
