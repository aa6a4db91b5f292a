import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/notice.tsx'
import { useStore } from '../../kit/store.ts'
import { Segments } from '../../kit/tabs.tsx'
import type { Draft } from './draft/draft.ts'
import { TextSkeleton } from './post-skeleton.tsx'
import * as strings from './strings.ts'
import type { Editor } from './write/editor.ts'
import type { Hunk, Piece } from './write/hunks.ts'
import type { useEditor } from './write/use-editor.ts'

const bases = [
  { value: 'elsewhere', label: strings.changes.otherVersion },
  { value: 'written', label: strings.changes.originalText },
] as const

/** The diff between the text and its original or, in a conflict, the version saved elsewhere. */
export function Changes({ draft, editor }: { draft: Draft; editor: ReturnType<typeof useEditor> }) {
  const state = useStore(draft.state)
  const [base, setBase] = useState<(typeof bases)[number]['value']>('elsewhere')
  if (!editor.data)
    return editor.error ? <Failure error={editor.error} retry={editor.retry} /> : <TextSkeleton />
  const theirs = state.kind === 'conflict' ? state.theirs : null
  const isElsewhere = theirs !== null && base === 'elsewhere'
  return (
    <section className="changes" aria-label={strings.changes.changes}>
      {theirs && (
        <div className="mb-4">
          <Segments label={strings.changes.compareWith} choices={bases} value={base} onChange={setBase} />
        </div>
      )}
      {!isElsewhere && <p className="muted small mb-4">{strings.changes.comparedWithOriginal}</p>}
      {isElsewhere && theirs.title !== draft.title.get() && (
        <div className="diff hunk">
          <del>{theirs.title}</del>
          <ins>{draft.title.get()}</ins>
        </div>
      )}
      <Hunks editor={editor.data} other={isElsewhere ? (theirs.markdown ?? '') : undefined} />
    </section>
  )
}

/** The differences between the text and another version, each with a button that reverts it. */
export function Hunks({ editor, other }: { editor: Editor; other?: string }) {
  useStore(editor.counted)
  const hunks = editor.hunks(other)
  if (hunks.length === 0)
    return (
      <Empty title={strings.changes.noChanges}>
        {other === undefined ? strings.changes.sameAsOriginal : strings.changes.sameAsOther}
      </Empty>
    )
  return hunks.map((hunk) => (
    <Difference
      key={`${hunk.from} ${hunk.former.length}`}
      hunk={hunk}
      onTakeBack={() => editor.takeBack(hunk)}
    />
  ))
}

function Difference({ hunk, onTakeBack }: { hunk: Hunk; onTakeBack: () => void }) {
  const { before, removed, added, after } = hunk
  return (
    <div className="hunk">
      <div className="diff">
        <Same lines={before} />
        {removed.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <del key={at}>
            <Line pieces={line} />
          </del>
        ))}
        {added.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <ins key={at}>
            <Line pieces={line} />
          </ins>
        ))}
        <Same lines={after} />
      </div>
      <Button slim look="quiet" onClick={onTakeBack}>
        {strings.changes.revert}
      </Button>
    </div>
  )
}

function Same({ lines }: { lines: string[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
  return lines.map((line, at) => <span key={at}>{line || ' '}</span>)
}

/** A line with its changed parts marked, unless all of it changed. */
function Line({ pieces }: { pieces: Piece[] }) {
  if (pieces.length === 0) return ' '
  if (pieces.every(({ isChanged }) => isChanged)) return pieces.map(({ text }) => text)
  return pieces.map(({ text, isChanged }, at) =>
    isChanged ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      <b key={at}>{text}</b>
    ) : (
      text
    ),
  )
}
