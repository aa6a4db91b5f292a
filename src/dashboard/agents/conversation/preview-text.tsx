import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { Button } from '../../kit/button.tsx'
import * as strings from './strings.ts'

/**
 * The complete preview of an approval. `onRead` is called once all of it was visible: immediately if it is
 * short, else when its end was on the screen or it was expanded.
 */
export function PreviewText({
  id,
  text,
  isPage = false,
  onRead,
}: {
  /** The approval, whose page shows the same preview. */
  id: string
  text: string
  /** It has its own page, which scrolls instead. */
  isPage?: boolean
  onRead: () => void
}) {
  const box = useRef<HTMLElement>(null)
  const end = useRef<HTMLSpanElement>(null)
  const [isLong, setLong] = useState(false)
  const [isExpanded, setExpanded] = useState(isPage)
  const blocks = useMemo(() => toBlocks(text), [text])
  const read = useRef(onRead)
  read.current = onRead

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useEffect(() => {
    const [shown, last] = [box.current, end.current]
    if (!shown || !last) return
    const long = isPage
      ? shown.getBoundingClientRect().height > window.innerHeight / 2
      : shown.scrollHeight > shown.clientHeight + 1
    setLong(long)
    if (!long) return read.current()
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && read.current())
    observer.observe(last)
    return () => observer.disconnect()
  }, [text, isPage])

  function expand() {
    setExpanded(true)
    read.current()
  }

  return (
    <>
      <section
        ref={box}
        className={isExpanded ? 'call-preview' : 'call-preview folded'}
        aria-label={strings.previewText.whatWillRun}
        tabIndex={isLong && !isExpanded ? 0 : undefined}
      >
        {blocks.map(({ sign, lines, line }) => (
          <p key={line} className={classes[sign]}>
            {lines.join('\n')}
          </p>
        ))}
        <span ref={end} className="call-preview-end" />
      </section>
      {isLong && !isPage && (
        <div className="row">
          {!isExpanded && (
            <Button slim onClick={expand}>
              {strings.previewText.showAll}
            </Button>
          )}
          <Link className="small" href={paths.approval(id)}>
            {strings.previewText.openFullPage}
          </Link>
        </div>
      )}
    </>
  )
}

const classes = { '+': 'added', '-': 'removed', ' ': undefined }
type Block = { sign: keyof typeof classes; lines: string[]; line: number }

/** Lines with the same sign as one block: untrusted text has a sign or is within a line of ours. */
function toBlocks(text: string): Block[] {
  const blocks: Block[] = []
  for (const [line, content] of text.split('\n').entries()) {
    const sign = content.startsWith('+ ') ? '+' : content.startsWith('- ') ? '-' : ' '
    const last = blocks.at(-1)
    // A line of ours is a block of its own, so that assistive technology can find it.
    if (last?.sign === sign && sign !== ' ') last.lines.push(content)
    else blocks.push({ sign, lines: [content], line })
  }
  return blocks
}
