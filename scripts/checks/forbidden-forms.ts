// Forms that texts do not use, each with the one that they use instead. `docs/translating.md` says why.
import type { Language } from '../../languages/src/languages.ts'
import type { Texts } from './messages.ts'

/** A form that ends with … stands for every word that begins like it. */
export const FORBIDDEN_FORMS: Partial<Record<Language, [form: string, instead: string][]>> = {
  en: [
    ['e-mail', 'email'],
    ['whoever', 'anyone who'],
    ['stands', 'is shown'],
    ['by itself', 'automatically'],
    ['becomes of', 'progress'],
    ['what one sees', 'what you see'],
    ['look for news', 'check for updates'],
    ['taken on', 'registered'],
    ['cheque over', 'cheque for'],
    ['settled otherwise', 'settled another way'],
    ['by mail', 'by email'],
    ['sign-in', 'login'],
  ],
  hi: [
    ['पाने वाल…', 'टैग स्कैन करने वाले, जिन्हें पालतू मिला'],
    ['लापता बता…', 'लापता दर्ज करें'],
    ['याद-दिहान…', 'रिमाइंडर'],
    ['कृमि-नाशक', 'पेट के कीड़ों की दवा'],
    ['सत्र', 'लॉग इन'],
    ['नियत', 'आख़िरी तारीख'],
    ['कूट', 'बदला हुआ रूप'],
    ['कुंजी', 'शॉर्टकट, की'],
    ['कुंजियाँ', 'शॉर्टकट'],
    ['आवारा', 'बेसहारा'],
    ['दुरुपयोग', 'शिकायत'],
    ['डेस्क', 'काउंटर'],
    ['आयात', 'इम्पोर्ट'],
    ['राशि…', 'रकम'],
    ['उत्तर…', 'जवाब'],
    ['परिणाम…', 'नतीजा'],
    ['यदि', 'अगर'],
    ['अधिकतम', 'ज़्यादा से ज़्यादा'],
    ['वैकल्पिक', 'चाहें तो'],
    ['गोपनीयता', 'निजता'],
    ['विशेषता…', 'सुविधा'],
    ['फ़ाउंडेशन', 'संस्था'],
    ['कॉल करें', 'फ़ोन करें'],
    ['ई-मेल', 'ईमेल'],
    ['अपने आप', 'अपने-आप'],
    ['ख़ाली', 'खाली'],
    ['ग़लत', 'गलत'],
    ['क़ानून…', 'कानून'],
    ['तारीख़…', 'तारीख'],
    ['लेखाकार…', 'अकाउंटेंट'],
    ['तरीक़…', 'तरीका'],
    ['आखिर…', 'आख़िर'],
    ['संभाल…', 'सँभाल'],
    ['रेबीज़', 'रेबीज'],
    ['ख़ुद', 'खुद'],
    ['ख़त्म', 'समाप्त'],
    ['खत्म', 'समाप्त'],
    ['लेख', 'टेक्स्ट'],
    ['पक्का', 'पुष्टि'],
    ['प्रतीक्षा', 'इंतज़ार'],
    ['नहीं मिल सक…', 'लोड नहीं हो सका'],
    ['कोड के नीचे लिखा', 'कोड के नीचे लिखी (ID)'],
    ['‘…', '“…”'],
  ],
  mr: [
    ['आपण', 'तुम्ही'],
    ['आपला', 'तुमचा, स्वतःचा'],
    ['आपली', 'तुमची, स्वतःची'],
    ['आपले', 'तुमचे, स्वतःचे'],
    ['आपल्या…', 'तुमच्या, स्वतःच्या, तुम्हाला'],
    ['शोधणार…', 'टॅग स्कॅन करणारी व्यक्ती, ज्यांना प्राणी सापडला'],
    ['शोधणाऱ्…', 'टॅग स्कॅन करणाऱ्याला, ज्यांना प्राणी सापडला'],
    ['आठवणी…', 'स्मरणपत्रे'],
    ['ही आठवण', 'हे स्मरणपत्र'],
    ['कळा', 'शॉर्टकट'],
    ['देय', 'मुदत'],
    ['निष्पत्ती', 'निकाल'],
    ['आयात…', 'इम्पोर्ट'],
    ['सत्रे', 'लॉग इन'],
    ['छापा', 'प्रिंट करा'],
    ['छायाचित्र…', 'फोटो'],
    ['खिडकी…', 'विंडो'],
    ['जेणेकरून', 'म्हणून'],
    ['तीत', 'तिच्यात'],
    ['गैरवापर…', 'तक्रार'],
    ['डेस्क…', 'काउंटर'],
    ['पान', 'पेज'],
    ['पाना…', 'पेज'],
    ['पाने', 'पेजेस'],
    ['पृष्ठ…', 'पेज'],
    ['मुख्यपृष्ठ…', 'मुख्य पेज'],
    ['उपकरण…', 'डिव्हाइस'],
    ['संकेतस्थळ…', 'वेबसाइट'],
    ['निगा', 'काळजी'],
    ['निगे…', 'काळजी'],
    ['फाइली…', 'फाइल्स'],
    ['मदत केंद्र…', 'मदत टीम'],
    ['पहा', 'पाहा'],
    ['येथे', 'इथे'],
    ['कॉल करा', 'फोन करा'],
    ['लेखापाल…', 'अकाउंटंट'],
    ['खाऊ घाल…', 'खायला देणे'],
    ['ऐच्छिक', 'हवे असल्यास'],
    ['ई-मेल', 'ईमेल'],
    ['नवा', 'नवीन'],
    ['नवी', 'नवीन'],
    ['नवे', 'नवीन'],
    ['नसबंदी…', 'निर्बीजीकरण'],
    ['सेटिंगमध…', 'सेटिंग्जमध्ये'],
    ['सेटिंगनुसार', 'सेटिंग्जनुसार'],
    ['मिळू शकल…', 'लोड करता आले नाही'],
    ['पूर्ववत', 'मागे घेता येत नाही'],
    ['सांकेतिक…', 'बदललेल्या रूपात'],
    ['खात्री केल…', 'पुष्टी केलेला'],
    ['छापण्या…', 'प्रिंट करण्यासाठी'],
    ['छापता', 'प्रिंट करता'],
    ['यास', 'याला'],
    ['त्यास', 'त्याला'],
    ['केव्हा…', 'कधी'],
    ['सर्वांत', 'सर्वात'],
    ['‘…', '“…”'],
  ],
}

// Marathi joins these to the word before: `{name}चा`.
const POSTPOSITIONS = 'चा|ची|चे|च्या|ला|ने|शी|वर|मध्ये|मधील|पासून|पर्यंत|साठी|बद्दल|पैकी|सोबत|पेक्षा|नुसार'
const CUT_OFF = new RegExp(String.raw`[}>”] (?:${POSTPOSITIONS})(?![\p{L}\p{M}])`, 'u')

// Texts that the requirements quote letter for letter.
const QUOTED = ['recovery.linkSent']

/** A line for each forbidden form in the texts of a language. */
export function forbiddenForms(language: Language, texts: Texts): string[] {
  const forms = (FORBIDDEN_FORMS[language] ?? []).map(([form, instead]) => ({
    form,
    instead,
    pattern: patternOf(form),
  }))
  return Object.entries(texts).flatMap(([id, text]) => {
    if (QUOTED.includes(id)) return []
    const found = forms.filter(({ pattern }) => pattern.test(text))
    const problems = found.map(({ form, instead }) => `${language}: ${id} says ‘${form}’: use ‘${instead}’`)
    return language === 'mr' && CUT_OFF.test(text)
      ? [...problems, `${language}: ${id} cuts a postposition off a value: join them, or say ‘या …’`]
      : problems
  })
}

function patternOf(form: string): RegExp {
  const isStem = form.endsWith('…')
  const word = (isStem ? form.slice(0, -1) : form).normalize('NFC')
  return new RegExp(String.raw`(?<![\p{L}\p{M}])${word}${isStem ? '' : String.raw`(?![\p{L}\p{M}])`}`, 'iu')
}
