import { expect, test } from 'bun:test'
import { splitSentences } from '../../src/text/sentences.ts'

test.each([
  ['one', ['one']],
  ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
  ['Version 2.0 reads Node.js files. It is fast.', ['Version 2.0 reads Node.js files.', 'It is fast.']],
  [
    'Some tools, e.g. Acme, read both. Others do not.',
    ['Some tools, e.g. Acme, read both.', 'Others do not.'],
  ],
  ['Acme vs. Globex is not close.', ['Acme vs. Globex is not close.']],
  ['Es liest beides, d. h. Acme wartet. Gut.', ['Es liest beides, d. h. Acme wartet.', 'Gut.']],
  ['これは文です。次の文です。', ['これは文です。', '次の文です。']],
  ['它会读取提交。然后等待。', ['它会读取提交。', '然后等待。']],
  ['यह पहला है। यह दूसरा है।', ['यह पहला है।', 'यह दूसरा है।']],
  ['One. ...', ['One. ...']],
  ['', []],
])('the sentences of %j', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences)
})
