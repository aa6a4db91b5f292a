import { useState } from 'react'
import { type Post, useChangeSlug, usePublicPage } from '../../data/post.ts'
import { TextField } from '../../kit/field.tsx'
import { Form } from '../../kit/form.tsx'
import { toast } from '../../kit/toast.tsx'
import { addressOf } from './address.ts'
import * as strings from './strings.ts'

/** The slug of a post, which is saved separately from its text. */
export function SlugForm({ post }: { post: Post }) {
  const [slug, setSlug] = useState(post.slug ?? '')
  const publicPage = usePublicPage()
  const change = useChangeSlug(post.id)
  const isSame = slug.trim() === (post.slug ?? '')
  function save() {
    change.mutate(slug.trim() || null, { onSuccess: () => toast(strings.slugForm.slugChanged) })
  }
  return (
    <Form
      className="slug"
      look="plain"
      change={change}
      error={null}
      verb={strings.slugForm.changeSlug}
      busy={strings.slugForm.changing}
      disabled={isSame}
      onSubmit={save}
    >
      <TextField
        label={strings.slugForm.slug}
        value={slug}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        error={change.error?.message}
        hint={
          publicPage
            ? addressOf(publicPage, { ...post, slug: slug.trim() || null })
            : strings.slugForm.slugHint
        }
        onChange={(event) => {
          setSlug(event.target.value)
          change.reset()
        }}
      />
    </Form>
  )
}
