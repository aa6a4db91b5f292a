import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { imageTypes } from '../../../data/images.ts'
import { Button } from '../../../kit/button.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { useStore } from '../../../kit/store.ts'
import type { Editor } from './editor.ts'
import { ImageDialog } from './image-dialog.tsx'
import * as strings from './strings.ts'

/** Adds images to the text: those that are picked here, and those that were pasted or dropped. */
export function AddImage({ editor, ...rest }: { editor: Editor; tabIndex: number; onFocus: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const chosen = useStore(editor.chosen)
  const [file] = chosen
  const next = () => editor.chosen.set(chosen.slice(1))
  return (
    <>
      <Button
        {...rest}
        look="quiet"
        slim
        iconOnly
        aria-label={strings.addImage.button}
        title={strings.addImage.button}
        onClick={() => input.current?.click()}
      >
        <Icon of={ImagePlus} />
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={imageTypes}
        aria-label={strings.addImage.button}
        onChange={({ target }) => {
          editor.choose({ files: target.files ?? new DataTransfer().files })
          target.value = ''
        }}
      />
      {file && (
        <ImageDialog
          key={chosen.length}
          file={file}
          onClose={next}
          onInsert={(markdown) => {
            next()
            editor.insertBlock(markdown)
          }}
        />
      )}
    </>
  )
}
