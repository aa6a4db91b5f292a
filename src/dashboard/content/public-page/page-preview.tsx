import { usePagePreview } from '../../data/public-page.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import * as strings from './strings.ts'

/** The page without its structured data, which is a script; links open in a new tab. */
function toPreview(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const script of page.querySelectorAll('script')) script.remove()
  const base = page.createElement('base')
  base.target = '_blank'
  page.head.prepend(base)
  const [doctype = ''] = /^\s*<![^>]*>/.exec(html) ?? []
  return doctype + page.documentElement.outerHTML
}

/** The public page as visitors see it, also while it is off. */
export function PagePreview() {
  const preview = usePagePreview()
  return (
    <Section title={strings.pagePreview.preview}>
      <Loaded query={preview} rows={6}>
        {({ html, accent }) => (
          <iframe
            className="page-preview"
            title={strings.pagePreview.preview}
            // It has the content security policy of the dashboard, which runs no script of it.
            srcDoc={toPreview(html)}
            onLoad={({ currentTarget }) => {
              // The content security policy allows no inline stylesheet.
              if (accent)
                currentTarget.contentDocument?.documentElement.style.setProperty('--color-accent', accent)
            }}
          />
        )}
      </Loaded>
    </Section>
  )
}
