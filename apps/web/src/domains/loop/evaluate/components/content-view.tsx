import { MediaCell, type MediaPart, mediaText, MediaView } from '#domains/loop/dataset/index.ts'
import type { Payload } from '../evaluation.queries.ts'

type Content = Payload['eval_set']['turn']['field_data_list'][number]['content']
type Part = Omit<Content, 'multi_part' | 'format'>

function partsOf({ text, image, audio, video }: Part): MediaPart[] {
  const files = Object.entries({ image, audio, video }) as ['image' | 'audio' | 'video', Part['image']][]
  const shown = files.flatMap(([type, file]): MediaPart[] =>
    file ? [{ type, uri: file.uri ?? '', url: file.url ?? '', name: file.name ?? '' }] : [],
  )
  return shown.length || text === undefined ? shown : [{ type: 'text', text }]
}
const isText = ({ image, audio, video, multi_part: parts }: Content) => !image && !audio && !video && !parts
/** The value as the text of a cell of a dataset. */
export const contentText = (content: Content): string =>
  isText(content) ? (content.text ?? '') : mediaText((content.multi_part ?? [content]).flatMap(partsOf))

/** A value of a row on one line. */
export const ContentCell = ({ content }: { content: Content | undefined }) =>
  !content || isText(content) ? (
    <span className="block truncate">{content?.text}</span>
  ) : (
    <MediaCell text={contentText(content)} />
  )
/** A value of a row in full. */
export const ContentView = ({ content }: { content: Content }) =>
  isText(content) ? <>{content.text}</> : <MediaView text={contentText(content)} />
