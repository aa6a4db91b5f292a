import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { uploadImage } from '../../../data/images.ts'
import { basePath } from '../../../kit/base-path.ts'
import { TextField } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

/** Uploads an image while its alt text is written. */
export function ImageDialog({
  file,
  onInsert,
  onClose,
}: {
  file: File
  onInsert: (markdown: string) => void
  onClose: () => void
}) {
  const [alt, setAlt] = useState('')
  const sending = useMutation({ mutationFn: (each: File) => uploadImage(each, 'content') })
  const { mutate, data } = sending
  useEffect(() => mutate(file), [file, mutate])
  return (
    <FormDialog
      title={strings.addImage.title}
      verb={strings.addImage.insert}
      busy={strings.addImage.uploading}
      change={sending}
      disabled={!data}
      onClose={onClose}
      onSubmit={() => data && onInsert(`![${toAlt(alt)}](${data.path})`)}
    >
      <TextField
        label={strings.addImage.alt}
        hint={strings.addImage.altHint}
        maxLength={250}
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      {data && <img className="image-preview" src={basePath + data.path} alt={strings.addImage.preview} />}
    </FormDialog>
  )
}

/** Alt text, escaped for the brackets of an image. */
const toAlt = (text: string) => text.trim().replace(/[[\]\\]/g, '\\$&')
