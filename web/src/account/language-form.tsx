import { Button, Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { useForm } from '@mantine/form'
import { accountCalls } from '@petsetu/contract/account.ts'
import { LANGUAGE_KEY, LANGUAGE_NAMES, LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import { useState } from 'react'
import { keepLanguage } from '../languages/language-cookie.ts'
import { useLanguage, useText } from '../languages/use-text.tsx'
import { leaveFor } from '../lib/leave-for.ts'
import { request } from '../lib/request.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import classes from './account-page.module.css'

/** Saves the language of the account, and shows this page in it. */
export function LanguageForm() {
  const text = useText()
  const shown = useLanguage()
  const [isDone, setDone] = useState(false)
  const form = useForm<{ language: Language }>({ mode: 'controlled', initialValues: { language: shown } })
  const { formProps, isBusy, failure } = useSubmit(form, text('accountLanguage.failed'), async (body) => {
    setDone(false)
    await request(accountCalls.chooseLanguage, { body })
    keepLanguage(body.language)
    if (body.language !== shown) await leaveFor(addressWithoutLanguage())
    setDone(true)
  })
  return (
    <form {...formProps} className={classes.form}>
      <Radio.Group
        label={text('accountLanguage.label')}
        description={text('accountLanguage.hint')}
        {...form.getInputProps('language')}
      >
        {LANGUAGES.map((language) => (
          <Radio
            key={language}
            mt={12}
            value={language}
            label={<span lang={language}>{LANGUAGE_NAMES[language]}</span>}
          />
        ))}
      </Radio.Group>
      {failure && <Notice kind="failed">{failure}</Notice>}
      {isDone && <Notice kind="done">{text('accountLanguage.saved')}</Notice>}
      <Button type="submit" variant="default" fullWidth loading={isBusy}>
        {text('accountLanguage.save')}
      </Button>
    </form>
  )
}

/** A language in the address would go before the one that was just chosen. With a fragment, the browser would not load the page. */
function addressWithoutLanguage(): string {
  const address = new URL(location.href)
  address.searchParams.delete(LANGUAGE_KEY)
  address.hash = ''
  return address.href
}
