import { FileKind } from '@orrery/contract'

const kinds: [number, string][] = [
  [FileKind.image, 'png jpg jpeg gif webp'],
  [FileKind.audio, 'mp3 wav ogg m4a aac amr flac opus'],
  [FileKind.video, 'mp4 webm mov m4v avi mkv'],
  [FileKind.archive, 'zip tar gz 7z rar'],
  [FileKind.font, 'ttf otf woff woff2'],
  [
    FileKind.document,
    'pdf doc docx xls xlsx csv tsv ppt pptx txt md markdown json jsonl xml yaml yml html htm epub srt log py js ts sql css',
  ],
]
/** The kind of a file, by its extension. */
export const kindOf = (extension: string): number =>
  kinds.find(([, list]) => list.split(' ').includes(extension.toLowerCase()))?.[0] ?? FileKind.other

/** Extensions of plain text files that need no parser. */
const plain = new Set('xml yaml yml jsonl srt py js ts sql css log'.split(' '))
/** The extension that decides how a file is parsed. */
export const readAs = (extension: string): string => (plain.has(extension) ? 'txt' : extension)
