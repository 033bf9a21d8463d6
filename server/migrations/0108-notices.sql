-- The texts that say beside a form what is kept and why, as people read them. Each node adds those of its own version when it starts
-- (`people/consents/store-notices.ts`); a text that was shown is never changed.
create table notices (
  purpose text not null,
  version text not null,
  language text not null check (language in ('en', 'hi', 'mr')),
  text text not null,
  first_seen_at timestamptz not null default now(),
  primary key (version, purpose, language)
);

-- The versions that were shown before this table was there.
insert into notices (purpose, version, language, text) values
  ('signup', '2026-11-21', 'en',
    'We keep your username and e-mail so that you can log in and we can write to you about your account, until you delete it. What we keep and what you can ask for'),
  ('complaint', '2026-11-21', 'en',
    'We keep your name, e-mail, phone and what you send here, so that we can act on the complaint and answer you. Only our admins see it. What we keep and what you can ask for'),
  ('membership', '2026-11-21', 'en',
    'We keep your name, e-mail, phone, address and reason for our register of members. Only our admins see it. We remind you before the membership ends; one click in a reminder stops them. What we keep and what you can ask for'),
  ('found', '2026-11-21', 'en',
    'What you send goes to the owner of the pet, so that it gets home. The conversation is deleted 30 days after it is closed. Your phone number and e-mail are shown only if you type them here. What we keep and what you can ask for'),
  ('signup', '2026-11-21', 'hi',
    'हम आपका उपयोगकर्ता नाम और ईमेल रखते हैं ताकि आप लॉग इन कर सकें और हम खाते के बारे में आपको लिख सकें, जब तक आप उसे हटा न दें। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('complaint', '2026-11-21', 'hi',
    'हम आपका नाम, ईमेल, फ़ोन और यहाँ भेजी हुई बातें रखते हैं ताकि शिकायत पर कार्रवाई कर सकें और आपको जवाब दे सकें। इसे सिर्फ़ हमारे एडमिन देखते हैं। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('membership', '2026-11-21', 'hi',
    'हम आपका नाम, ईमेल, फ़ोन, पता और कारण सदस्यों के रजिस्टर के लिए रखते हैं। इसे सिर्फ़ हमारे एडमिन देखते हैं। सदस्यता समाप्त होने से पहले हम याद दिलाते हैं; रिमाइंडर में एक क्लिक से वे बंद हो जाते हैं। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('found', '2026-11-21', 'hi',
    'आप जो भेजें वह पालतू के मालिक को जाता है, ताकि वह घर पहुँचे। बातचीत बंद होने के 30 दिन बाद हटा दी जाती है। आपका फ़ोन नंबर और ईमेल तभी दिखता है जब आप यहाँ लिखें। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('signup', '2026-11-21', 'mr',
    'तुम्हाला लॉग इन करता यावे आणि आम्हाला खात्याबद्दल लिहिता यावे म्हणून आम्ही तुमचे वापरकर्ता नाव आणि ईमेल ठेवतो, तुम्ही खाते हटवेपर्यंत. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('complaint', '2026-11-21', 'mr',
    'तक्रारीवर कार्यवाही करता यावी आणि तुम्हाला उत्तर देता यावे म्हणून आम्ही तुमचे नाव, ईमेल, फोन आणि येथे पाठवलेले ठेवतो. ते फक्त आमचे ॲडमिन पाहतात. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('membership', '2026-11-21', 'mr',
    'सदस्यांच्या नोंदवहीसाठी आम्ही तुमचे नाव, ईमेल, फोन, पत्ता आणि कारण ठेवतो. ते फक्त आमचे ॲडमिन पाहतात. सदस्यत्व संपण्यापूर्वी आम्ही आठवण करून देतो; स्मरणपत्रातील एका क्लिकने ती बंद होतात. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('found', '2026-11-21', 'mr',
    'तुम्ही जे पाठवता ते प्राण्याच्या मालकाला जाते, म्हणजे तो घरी पोहोचेल. संभाषण बंद झाल्यानंतर 30 दिवसांनी हटवले जाते. तुमचा फोन नंबर आणि ईमेल तुम्ही येथे लिहिल्यासच दिसतो. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('signup', '2026-11-21.2', 'en',
    'We keep your username and e-mail so that you can log in and we can write to you about your account, until you delete it. What we keep and what you can ask for'),
  ('complaint', '2026-11-21.2', 'en',
    'We keep your name, e-mail, phone and what you send here, so that we can act on the complaint and answer you. Only our admins see it. What we keep and what you can ask for'),
  ('membership', '2026-11-21.2', 'en',
    'We keep your name, e-mail, phone, address and reason for our register of members. Only our admins see it. We remind you before the membership ends; one click in a reminder stops them. What we keep and what you can ask for'),
  ('found', '2026-11-21.2', 'en',
    'What you send goes to the owner of the pet, so that it gets home. The conversation is deleted 30 days after it is closed. Your phone number and e-mail are shown only if you type them here. What we keep and what you can ask for'),
  ('donation', '2026-11-21.2', 'en',
    'We keep your name, address and PAN with our books, as the tax law asks, and your e-mail and phone to send the receipt. Only our admins see them. What we keep and what you can ask for'),
  ('signup', '2026-11-21.2', 'hi',
    'हम आपका उपयोगकर्ता नाम और ईमेल रखते हैं ताकि आप लॉग इन कर सकें और हम खाते के बारे में आपको लिख सकें, जब तक आप उसे हटा न दें। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('complaint', '2026-11-21.2', 'hi',
    'हम आपका नाम, ईमेल, फ़ोन और यहाँ भेजी हुई बातें रखते हैं ताकि शिकायत पर कार्रवाई कर सकें और आपको जवाब दे सकें। इसे सिर्फ़ हमारे एडमिन देखते हैं। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('membership', '2026-11-21.2', 'hi',
    'हम आपका नाम, ईमेल, फ़ोन, पता और कारण सदस्यों के रजिस्टर के लिए रखते हैं। इसे सिर्फ़ हमारे एडमिन देखते हैं। सदस्यता समाप्त होने से पहले हम याद दिलाते हैं; रिमाइंडर में एक क्लिक से वे बंद हो जाते हैं। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('found', '2026-11-21.2', 'hi',
    'आप जो भेजें वह पालतू के मालिक को जाता है, ताकि वह घर पहुँचे। बातचीत बंद होने के 30 दिन बाद हटा दी जाती है। आपका फ़ोन नंबर और ईमेल तभी दिखता है जब आप यहाँ लिखें। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('donation', '2026-11-21.2', 'hi',
    'हम आपका नाम, पता और PAN अपनी बही के साथ रखते हैं, जैसा कर कानून कहता है, और ईमेल व फ़ोन रसीद भेजने के लिए। इन्हें सिर्फ़ हमारे एडमिन देखते हैं। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('signup', '2026-11-21.2', 'mr',
    'तुम्हाला लॉग इन करता यावे आणि आम्हाला खात्याबद्दल लिहिता यावे म्हणून आम्ही तुमचे वापरकर्ता नाव आणि ईमेल ठेवतो, तुम्ही खाते हटवेपर्यंत. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('complaint', '2026-11-21.2', 'mr',
    'तक्रारीवर कार्यवाही करता यावी आणि तुम्हाला उत्तर देता यावे म्हणून आम्ही तुमचे नाव, ईमेल, फोन आणि येथे पाठवलेले ठेवतो. ते फक्त आमचे ॲडमिन पाहतात. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('membership', '2026-11-21.2', 'mr',
    'सदस्यांच्या नोंदवहीसाठी आम्ही तुमचे नाव, ईमेल, फोन, पत्ता आणि कारण ठेवतो. ते फक्त आमचे ॲडमिन पाहतात. सदस्यत्व संपण्यापूर्वी आम्ही आठवण करून देतो; स्मरणपत्रातील एका क्लिकने ती बंद होतात. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('found', '2026-11-21.2', 'mr',
    'तुम्ही जे पाठवता ते प्राण्याच्या मालकाला जाते, म्हणजे तो घरी पोहोचेल. संभाषण बंद झाल्यानंतर 30 दिवसांनी हटवले जाते. तुमचा फोन नंबर आणि ईमेल तुम्ही येथे लिहिल्यासच दिसतो. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('donation', '2026-11-21.2', 'mr',
    'कर कायद्यानुसार आम्ही तुमचे नाव, पत्ता आणि PAN आमच्या हिशेबाच्या वह्यांसोबत ठेवतो, आणि पावती पाठवण्यासाठी ईमेल व फोन. ते फक्त आमचे ॲडमिन पाहतात. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('signup', '2026-11-23', 'en',
    'We keep your username and email so that you can log in and we can write to you about your account, until you delete it. What we keep and what you can ask for'),
  ('complaint', '2026-11-23', 'en',
    'We keep your name, email, phone and what you send here, so that we can act on the complaint and answer you. Only our admins see it. What we keep and what you can ask for'),
  ('membership', '2026-11-23', 'en',
    'We keep your name, email, phone, address and reason for our register of members. Only our admins see it. We remind you before the membership ends; one click in a reminder stops them. What we keep and what you can ask for'),
  ('found', '2026-11-23', 'en',
    'What you send goes to the owner of the pet, so that it gets home. The conversation is deleted 30 days after it is closed. Your phone number and email are shown only if you type them here. What we keep and what you can ask for'),
  ('donation', '2026-11-23', 'en',
    'We keep your name, address and PAN with our books, as the tax law asks, and your email and phone to send the receipt. Only our admins see them. What we keep and what you can ask for'),
  ('signup', '2026-11-23', 'hi',
    'हम आपका उपयोगकर्ता नाम और ईमेल रखते हैं ताकि आप लॉग इन कर सकें और हम खाते के बारे में आपको लिख सकें। यह तब तक रहता है जब तक आप खाता न हटा दें। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('complaint', '2026-11-23', 'hi',
    'हम आपका नाम, ईमेल, फ़ोन और यहाँ भेजी हुई बातें रखते हैं ताकि शिकायत पर कार्रवाई कर सकें और आपको जवाब दे सकें। इसे सिर्फ़ हमारे एडमिन देखते हैं। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('membership', '2026-11-23', 'hi',
    'हम आपका नाम, ईमेल, फ़ोन, पता और कारण सदस्यों के रजिस्टर के लिए रखते हैं। इसे सिर्फ़ हमारे एडमिन देखते हैं। सदस्यता समाप्त होने से पहले हम याद दिलाते हैं; रिमाइंडर में एक क्लिक से वे बंद हो जाते हैं। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('found', '2026-11-23', 'hi',
    'आप जो भेजें वह पालतू के मालिक को जाता है, ताकि पालतू घर पहुँचे। बातचीत बंद होने के 30 दिन बाद हटा दी जाती है। आपका फ़ोन नंबर और ईमेल तभी दिखता है जब आप यहाँ लिखें। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('donation', '2026-11-23', 'hi',
    'हम आपका नाम, पता और PAN अपनी बही के साथ रखते हैं, जैसा आयकर कानून कहता है, और ईमेल व फ़ोन रसीद भेजने के लिए। इन्हें सिर्फ़ हमारे एडमिन देखते हैं। हम क्या रखते हैं और आप क्या माँग सकते हैं'),
  ('signup', '2026-11-23', 'mr',
    'तुम्हाला लॉग इन करता यावे आणि आम्हाला खात्याबद्दल लिहिता यावे म्हणून आम्ही तुमचे वापरकर्ता नाव आणि ईमेल ठेवतो, तुम्ही खाते हटवेपर्यंत. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('complaint', '2026-11-23', 'mr',
    'तक्रारीवर कार्यवाही करता यावी आणि तुम्हाला उत्तर देता यावे म्हणून आम्ही तुमचे नाव, ईमेल, फोन आणि इथे पाठवलेले ठेवतो. ते फक्त आमचे ॲडमिन पाहतात. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('membership', '2026-11-23', 'mr',
    'सदस्यांच्या नोंदवहीसाठी आम्ही तुमचे नाव, ईमेल, फोन, पत्ता आणि कारण ठेवतो. ते फक्त आमचे ॲडमिन पाहतात. सदस्यत्व संपण्यापूर्वी आम्ही आठवण करून देतो; स्मरणपत्रातील एका क्लिकने ती बंद होतात. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('found', '2026-11-23', 'mr',
    'तुम्ही जे पाठवता ते प्राण्याच्या मालकाला जाते, म्हणजे प्राणी घरी पोहोचेल. संभाषण बंद झाल्यानंतर 30 दिवसांनी हटवले जाते. तुमचा फोन नंबर आणि ईमेल तुम्ही इथे लिहिल्यासच दिसतो. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता'),
  ('donation', '2026-11-23', 'mr',
    'आयकर कायद्यानुसार आम्ही तुमचे नाव, पत्ता आणि PAN आमच्या हिशेबाच्या वह्यांसोबत ठेवतो, आणि पावती पाठवण्यासाठी ईमेल व फोन. ते फक्त आमचे ॲडमिन पाहतात. आम्ही काय ठेवतो आणि तुम्ही काय मागू शकता');

alter table consents
  -- The admin who read the notice out, by the name of the account then. Null where the person read it.
  add column read_by text,
  -- When what was agreed to was withdrawn.
  add column withdrawn_at timestamptz;
alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check check (purpose in
  ('signup', 'adult', 'complaint', 'complaint-spoken', 'membership', 'donation', 'found', 'reminders', 'pet', 'lost')) not valid;

create trigger delete_consents_of_age after delete on users for each row execute function delete_consents('adult');
create trigger delete_consents_spoken after delete on complaints for each row execute function delete_consents('complaint-spoken');
create trigger delete_consents after delete on pets for each row execute function delete_consents('pet');
create trigger delete_consents_of_lost after delete on pets for each row execute function delete_consents('lost');

-- Consents to reminders that were withdrawn before the column was there: the next decision of the same account took each back.
update consents given set withdrawn_at = withdrawn.at
from (select subject_id, at from consents where purpose = 'reminders' and not is_given) withdrawn
where given.purpose = 'reminders' and given.is_given and given.subject_id = withdrawn.subject_id and given.at < withdrawn.at
  and not exists (select from consents between_them where between_them.purpose = 'reminders'
    and between_them.subject_id = given.subject_id and between_them.at > given.at and between_them.at < withdrawn.at);
