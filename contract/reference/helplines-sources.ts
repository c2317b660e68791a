import type { Helpline } from './helplines.ts'

/** Where each number was read, page and date, by the id of the line. Kept out of what a phone loads. */
export const helplineSources: Readonly<Record<Helpline['id'], readonly string[]>> = {
  'us-911': [
    'https://health.wyo.gov/publichealth/prevention/wivpp/suicide-prevention/988-suicide-crisis-lifeline, undated',
  ],
  'us-988': [
    'https://health.wyo.gov/publichealth/prevention/wivpp/suicide-prevention/988-suicide-crisis-lifeline, undated',
    'https://hcfl.gov/residents/parks-and-leisure/mindful-mondays/national-crisis-help-line, 2023-09-26',
  ],
  'us-crisis-text': [
    'https://internationalmentalhealth.org/resources/, undated',
    'https://familyandcaregivertoolkit.org/988-crisis-lifeline, undated',
    'https://www.alexproject.org/crisis-text-line-text-home-to-741741 (the keyword HOME, day and night), read 2026-11-21',
  ],
  'ca-911': ['https://www.gnb.ca/en/topic/laws-safety/community-safety/911.html, read 2026-11-21'],
  'ca-988': [
    'https://www.canada.ca/en/public-health/news/2023/11/9-8-8-suicide-crisis-helpline.html, 2023-11',
    'https://cmhasaskatoon.ca/9-8-8/, 2023-12-05',
  ],
  'ca-kids-text': [
    'https://kidshelpphone.ca/text-about-it/, undated',
    'https://lignesantehnhb.ca/printService.aspx?id=192669, undated',
  ],
  'ca-kids-call': [
    'https://www.cbc.ca/news/health/mental-health-crisis-text-kids-help-phone-1.4894118, 2018',
  ],
  'eg-123': [
    'https://docslib.org/doc/5076172/overall-risk-level, 2021-08-29 (Riskline)',
    'https://www.columbus.schmetterling.de/en/102907/_/4321, undated',
  ],
  'eg-122': [
    'https://docslib.org/doc/6618224/2021-osac-csr-egypt-pdf, 2021-07-29 (US State Dept OSAC)',
  ],
  'eg-16000': [
    'https://darelhilal.com/Print/3200195.aspx, 2026-03-21',
    'https://timesofegypt.com/ (report on 30,942 calls in March), 2025-04 (approx.)',
    'https://amay1.sarmady.net/news/details/1215811, ~2017',
  ],
  'eg-16328': [
    'https://mohajer.net/ (Sudanese in Egypt, Ministry spokesman), 2023',
    'https://aletgah.com/ (Ministry of Health statement), 2023',
    'https://progress.guide/atlas/africa/egypt, undated',
  ],
  'qa-999': [
    'The Peninsula, Ministry of Interior notice, 2026-03-01',
    'https://wgoqatar.com/180195, 2021-12',
  ],
  'qa-16000': [
    'https://www.zawya.com/en/life/health/qatar-mental-health-support-added-to-emergency-urgent-care-services-xtbvbpel, undated',
    'https://qatar-tribune.com/article/9135/TopNews/, undated',
    'https://www.gulf-times.com/story/660368/HMC-launches-psychological-helpline, 2020-04',
  ],
  'lb-125': [
    'https://www.lbcgroup.tv/news/lebanon-news/819900/, 2024-11-27',
    'https://www.mtv.com.lb/News/Articles/542808/, undated',
  ],
  'lb-140': [
    'https://www.lebanon24.com/news/lebanon/1461201/ (Lebanese Red Cross statement), 2025-12-29',
  ],
  'lb-112': ['https://progress.guide/?p=12625, undated'],
  'lb-1564': [
    'https://www.afd.fr/en/actualites/grand-angle/lebanon-veritable-lifeline, undated',
    'https://www.forumzfd.de/en/embrace-mental-health-care-and-suicide-prevention, undated',
    'https://actualnewsmagazine.com/english/we-receive-calls-from-children, 2021-11',
  ],
  'ae-999': [
    'https://gulfnews.com/uae/crime/why-dubai-police-emergency-call-handlers-are-a-class-apart-1.103528645, 2024-07-17',
    'https://www.khaleejtimes.com/ (Dubai: dial 999 only for emergencies), 2024-06-21',
  ],
  'ae-998': [
    'https://gulfnews.com/uae/crime/why-dubai-police-emergency-call-handlers-are-a-class-apart-1.103528645, 2024-07-17',
  ],
  'ae-8008877': ['https://www.aletihad.ae/news/.../4649310/, 2026-03-05'],
  'ae-116111': [
    'https://www.adpolice.gov.ae/en/Media-Center/News/2021/06/17/The-Hotline--a-Safety-Net-to-Protect-Children, 2021-06-17 (police site)',
  ],
  'pt-112': [
    'https://24noticias.sapo.pt/atualidade/artigos/1411-linha-nacional-de-prevencao-do-suicidio-arranca-com-atendimento-24-horas, 2025-09-05',
  ],
  'pt-1411': [
    'https://24noticias.sapo.pt/atualidade/artigos/nova-linha-nacional-para-prevencao-do-suicidio-entra-em-funcionamento-como-funciona, 2025-09-10',
    'https://www.deco.proteste.pt/saude/saude-mental/noticias/linha-prevencao-suicidio-funciona-24-horas-por-dia, 2025-09-09',
  ],
  'pt-116111': [
    'https://www.rtp.pt/noticias/pais/iac-regista-aumento-na-linha-de-apoio-sos-crianca-e-jovem_a1680065, 2025-08-29',
    'https://www.vidaativa.pt/linha-de-apoio-a-crianca/, undated',
  ],
  'pt-sns24': [
    'https://24noticias.sapo.pt/atualidade/artigos/1411-linha-nacional-de-prevencao-do-suicidio-arranca-com-atendimento-24-horas, 2025-09-05',
  ],
  'sd-999': [
    'https://gov.uk/foreign-travel-advice/sudan/health, undated; written after April 2023',
  ],
  'in-112': [
    'https://kerala.gov.in/whatsnewdetailwise/NzA3MDg3NzczLjA0, undated (state government)',
  ],
  'in-telemanas': [
    'https://www.thehawk.in/news/health/tele-manas-mental-health-helpline-handles-over-238-lakh-calls-since-2022-prataprao-jadhav, 2025-07-25',
    'https://www.livemint.com/news/india/govts-mental-health-helpline-tele-manas-receives-over-2-lakh-calls-since-launch-11690014660473.html, 2023-07-22',
  ],
  'in-1098': [
    'https://kerala.gov.in/whatsnewdetailwise/NzA3MDg3NzczLjA0, undated (state government)',
    'https://en.wikipedia.org/wiki/Childline_India, undated',
  ],
  'sa-911': [
    'https://expatica.com/sa/healthcare/healthcare-basics/emergency-numbers-and-services-in-saudi-arabia-70990, 2024-08-13',
    'https://expat.com/en/guide/middle-east/saudi-arabia/34695-emergencies-in-saudi-arabia.html, 2024-10-16',
  ],
  'sa-999': [
    'https://expatica.com/sa/healthcare/healthcare-basics/emergency-numbers-and-services-in-saudi-arabia-70990, 2024-08-13',
    'https://expat.com/en/guide/middle-east/saudi-arabia/34695-emergencies-in-saudi-arabia.html, 2024-10-16',
  ],
  'sa-997': [
    'https://expatica.com/sa/healthcare/healthcare-basics/emergency-numbers-and-services-in-saudi-arabia-70990, 2024-08-13',
  ],
  'sa-116111': [
    'https://ksaplayers.com/Ksahome/NewsDetial/?nid=4977516, 2016-12 (approx.)',
    'https://www.masress.com/albawabh/1774358, 2016 (Arab League meeting)',
  ],
  'pk-1122': ['https://www.gov.uk/foreign-travel-advice/pakistan/health, undated'],
  'pk-15': [
    'https://www.express.pk/story/2797626/safe-city-for-suicidal-thoughts-people-2797626, 2026-01-23',
  ],
  'pk-punjab': [
    'https://www.express.pk/story/2797626/safe-city-for-suicidal-thoughts-people-2797626, 2026-01-23',
    'https://javedch.com/pakistan/2026/01/24/1107987, 2026-01-24',
  ],
  'tz-112': ['https://eastafricagorillasafaris.com/what-are-tanzanias-emergency-numbers/, undated'],
  'tz-116': [
    'https://sematanzania.org/news/the-national-child-helpline-goes-24-hours-of-service-a-day-starting-june-1st-2019, 2019-06',
    'https://www.end-violence.org/members/c-sema, undated',
  ],
  'jo-911': ['https://jo.usembassy.gov/u-s-citizen-services/emergency-contact/, undated'],
  'jo-110': [
    'http://www.queenrania.jo/ar/media/articles/telecom-companies-support-toll-free-family-support-helpline, 2007-02-06',
    'http://www.almadenahnews.com/article/524710, 2016-10-25',
    'https://muthaqqaf.blogspot.com/2022/12/100call.html, 2022-12',
  ],
  'ru-112': [
    'https://sergiev.ru/news/o-poryadke-vyzova-ekstrennykh-operativnykh-sluzhb, undated (municipality)',
    'https://tulapressa.ru/2014/09/, 2014-09',
  ],
  'ru-103': ['https://sergiev.ru/news/o-poryadke-vyzova-ekstrennykh-operativnykh-sluzhb, undated'],
  'ru-102': ['https://sergiev.ru/news/o-poryadke-vyzova-ekstrennykh-operativnykh-sluzhb, undated'],
  'ru-children': [
    'https://tatishhevskij-r64.gosweb.gosuslugi.ru/dlya-zhiteley/novosti-i-reportazhi/novosti_222.html, after 2021 (government site)',
    'https://sosh9-nowch.edu21.cap.ru/news/2023/05/16/, 2023-05-16',
    'https://kch-sch6.narod.ru/news/mezhdunarodnyj_den_detskogo_telefona_doverija/2022-05-17-746, 2022-05-17',
  ],
}
