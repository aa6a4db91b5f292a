import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useChartImage } from '../../data/reports.ts'
import type { Window } from '../../data/window/window.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { saveFile } from '../../kit/save-file.ts'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Downloads the chart as an image. */
export function ChartDownload({ window }: { window: Window }) {
  const read = useChartImage(window)
  const download = useMutation({
    mutationFn: async (kind: 'png' | 'svg') => {
      const svg = await read()
      const image = kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await toPng(svg)
      saveFile(`${strings.chartDownload.fileName}.${kind}`, image)
    },
    onError: ({ message }) => toast(message),
  })
  return (
    <p className="row tight -ms-[11px]">
      {(['png', 'svg'] as const).map((kind) => (
        <Button
          key={kind}
          slim
          look="quiet"
          aria-label={strings.chartDownload.download(kind.toUpperCase())}
          onClick={() => download.mutate(kind)}
        >
          <Icon of={Download} />
          {kind.toUpperCase()}
        </Button>
      ))}
    </p>
  )
}

/** Sharp on screens with two pixels per point. */
const scale = 2

async function toPng(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * scale
  canvas.height = image.naturalHeight * scale
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (png) => (png ? resolve(png) : reject(new Error(strings.chartDownload.failed))),
      'image/png',
    ),
  )
}
