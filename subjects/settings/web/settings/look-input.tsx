/** Controls for the appearance settings: a colour, an image. */
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { readColor } from '#subjects/settings/contract/settings/color.ts'
import { imageTypes, largestImage } from '#subjects/settings/contract/settings/image.ts'
import { readSetting, type ColorSetting, type ImageSetting } from '#platform/contract/settings/kinds.ts'
import { alertText } from '#kit/web/feedback.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { TextBox, type ControlProps } from '#kit/web/ui/field.tsx'
import css from './settings.module.css'

type Props<S> = {
  setting: S
  value: string
  onChange: (value: string) => void
  readOnly: boolean
  control: ControlProps
}

/** A text field of the colour, beside the browser's colour picker. */
export function ColorInput({ setting, value, onChange, readOnly, control }: Props<ColorSetting>) {
  return (
    <TextBox
      {...control}
      readOnly={readOnly}
      maxLength={7}
      value={value}
      left={
        <input
          type="color"
          className={css.swatch}
          aria-label={`Chọn màu: ${setting.label}`}
          disabled={readOnly}
          value={(readColor(value) ?? setting.default).toLowerCase()}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
        />
      }
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('a file was not read'))
    reader.readAsDataURL(file)
  })

/** The present image and its replacement. It is only shown by <img>, where scripts in it cannot run. */
export function ImageInput({ setting, value, onChange, readOnly, control }: Props<ImageSetting>) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File): Promise<void> => {
    if (file.size > largestImage) return alertText(`${setting.label} lớn hơn ${largestImage / 1024} kB`)
    const reading = readSetting(await dataUrl(file), setting)
    if (reading.ok) onChange(String(reading.value))
    else alertText(reading.reason)
  }
  return (
    <span className={css.image}>
      <img src={value || setting.bundled} alt="" width={32} height={32} />
      <input
        {...control}
        ref={input}
        type="file"
        hidden
        accept={imageTypes}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) take(file).catch(reportError)
          target.value = ''
        }}
      />
      <Button small disabled={readOnly} onClick={() => input.current?.click()}>
        Chọn ảnh
      </Button>
      {value !== '' && (
        <IconButton
          small
          label={`Dùng ảnh có sẵn: ${setting.label}`}
          disabled={readOnly}
          onClick={() => onChange('')}
        >
          <IconX size={16} stroke={1.9} />
        </IconButton>
      )}
    </span>
  )
}
