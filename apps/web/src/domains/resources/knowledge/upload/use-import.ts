import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { type KnowledgeDocument, refreshKnowledge } from '../knowledge.queries.ts'

type Input = Parameters<typeof api.knowledge.createDocument>[0]
const atOnce = 100

/** Starts the import with up to a hundred documents per call. Returns all documents in order. */
export function useImport() {
  return useMutation({
    mutationFn: async (input: Input): Promise<KnowledgeDocument[]> => {
      const made: KnowledgeDocument[] = []
      for (let at = 0; at < input.document_bases.length; at += atOnce) {
        const part = { ...input, document_bases: input.document_bases.slice(at, at + atOnce) }
        made.push(...(await api.knowledge.createDocument(part)).document_infos)
      }
      return made
    },
    onSuccess: () => refreshKnowledge(),
  })
}
