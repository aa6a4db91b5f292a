import { useState } from 'react'
import type { Post } from '../../data/post.ts'
import { useVersion, useVersions } from '../../data/publication.ts'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import { toast } from '../../kit/toast.tsx'
import { Hunks } from './changes.tsx'
import type { Draft } from './draft/draft.ts'
import * as strings from './strings.ts'
import type { useEditor } from './write/use-editor.ts'

type Props = { post: Post; draft: Draft; editor: ReturnType<typeof useEditor> }

/** Who changed the post and when; a version can be compared with the current text, and restored. */
export function History({ post, draft, editor }: Props) {
  const versions = useVersions(post.id, post.updatedAt)
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <section className="history" aria-label={strings.history.history}>
      <Loaded query={versions} rows={4}>
        {({ versions: all }) => (
          <ol className="list">
            {all.map(({ number, kind, title, author, createdAt }) => (
              <li key={number} className="row py-2">
                <span className="grow">
                  {strings.history.kinds[kind]}
                  {author && strings.history.by(author)}
                  {title !== post.title && <span className="muted block">{title}</span>}
                </span>
                <span className="muted small">
                  <Time at={createdAt} />
                </span>
                {post.markdown !== null && (
                  <Button
                    slim
                    look="quiet"
                    aria-expanded={chosen === number}
                    aria-label={strings.history.compareVersion(number)}
                    onClick={() => setChosen(chosen === number ? null : number)}
                  >
                    {strings.history.compare}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {chosen !== null && <Version key={chosen} {...{ post, draft, editor }} number={chosen} />}
    </section>
  )
}

function Version({ post, draft, editor, number }: Props & { number: number }) {
  const version = useVersion(post.id, number)
  function restore(markdown: string, title: string) {
    draft.setTitle(title)
    editor.data?.setText(markdown)
    toast(post.status === 'published' ? strings.history.restoredUnpublished : strings.history.restored)
  }
  return (
    <Section title={strings.history.version(number)}>
      <Loaded query={version} rows={4}>
        {({ title, markdown }) => (
          <>
            {editor.data && <Hunks editor={editor.data} other={markdown ?? ''} />}
            <Button onClick={() => restore(markdown ?? '', title)} disabled={!editor.data}>
              {strings.history.restore}
            </Button>
          </>
        )}
      </Loaded>
    </Section>
  )
}
