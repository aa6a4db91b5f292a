import { useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useCreatePost } from '../../data/publication.ts'
import { SelectField, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

const types = [
  { value: 'blog_post', label: strings.newPost.blogPost },
  { value: 'changelog', label: strings.newPost.changelog },
  { value: 'linkedin_post', label: strings.newPost.linkedInPost },
  { value: 'twitter_post', label: strings.newPost.twitterPost },
] as const

type Type = (typeof types)[number]['value']

/** Creates an empty draft and opens it. */
export function NewPost({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const create = useCreatePost()
  const { values, bind } = useForm({ title: '', contentType: 'blog_post' })
  function submit() {
    const body = { title: values.title.trim(), contentType: values.contentType as Type }
    create.mutate(body, { onSuccess: ({ post }) => post && navigate(paths.post(post.id)) })
  }
  return (
    <FormDialog
      title={strings.newPost.newPost}
      verb={strings.newPost.create}
      busy={strings.newPost.creating}
      change={create}
      disabled={values.title.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={strings.newPost.title} required maxLength={120} {...bind('title')} />
      <SelectField label={strings.newPost.type} choices={[...types]} {...bind('contentType')} />
    </FormDialog>
  )
}
