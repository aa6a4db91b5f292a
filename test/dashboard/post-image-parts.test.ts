import { describe, expect, test } from 'bun:test'
import { externalImagesIn, replaceImage } from '../../src/dashboard/content/post/write/external-images.ts'
import { fit } from '../../src/image/limits.ts'

const url = 'https://other.test/a_(1).png'
const origin = 'https://herald.test'

describe('images on other sites', () => {
  test('are those of images and not of links, code or own images', () => {
    const text = `![A](${url}) ![B](<${url}> "B") ![C](${origin}/c.png)
[link](https://other.test/b.png) \`![code](https://other.test/c.png)\` [![D](https://other.test/d.png)](/d)`
    expect(externalImagesIn(text, origin)).toEqual([url, 'https://other.test/d.png'])
  })

  test('are replaced where images show them, and not in links, code or longer URLs', () => {
    const text = `![A](${url}) ![B](${url}?b) [link](${url}) \`![A](${url})\` ![C](<${url}> "C")`
    expect(replaceImage(text, url, '/i/a')).toBe(
      `![A](/i/a) ![B](${url}?b) [link](${url}) \`![A](${url})\` ![C](/i/a "C")`,
    )
  })
})

test('an image that the browser shrinks keeps the width of a tall screenshot, as on the server', () => {
  expect(fit({ width: 1200, height: 10_000 }, 'content')).toEqual({ width: 1200, height: 10_000 })
  expect(fit({ width: 4800, height: 1000 }, 'content')).toEqual({ width: 2400, height: 500 })
})
