// Phrases of unwanted offers, small on purpose: a phrase is only one sign among others. As `fold` writes texts, without
// punctuation. `strong` ones hardly occur in an honest enquiry, `weak` ones do.

type Phrases = { strong: string; weak: string };

const byTopic: Record<string, Phrases> = {
  'search engine offers': {
    strong:
      'backlink|backlinks|dofollow|do follow|link building|link exchange|link insertion|guest post|guest posts|guest article|sponsored post|sponsored article|domain authority|high da|first page of google|top of google|page one of google|google ranking|google rankings|google maps citations|seo services|seo packages|seo service|seo articles|seo audit|seo agency|seo consultant|seo expert|white hat seo|organic traffic|targeted visitors|website traffic|press release|advertising on your site|buy traffic|toxic links|продвижение сайтов|продвижение сайта|раскрутка сайта|раскрутка сайтов|сео продвижение|网站优化|谷歌排名|外链|рассылка по формам|формам обратной связи|базы email|базы для рассылки',
    weak: 'seo|smo|ppc|outreach|ranking|rankings|ranked|traffic|webmaster|publish|free article|your website|your blog|your site|our packages|digital marketing|white hat|google maps|top google|sponsored|advertising|banner|paypal',
  },
  'mass advertising': {
    strong:
      'contact forms|to unsubscribe|reply stop|opt out|email lists|email list|b2b leads|bulk sms|bulk email|instagram followers|buy followers|real followers|tiktok likes|youtube views|explainer videos|animated videos|logo design|web design services|virtual assistant|virtual assistants|full time developers|data entry|our portfolio|factory price|best factory price|leading manufacturer|welcome to inquire|limited offer|money back guarantee|free demo|free audit|free trial|free quote|affordable prices|first order|more leads|outsourcing|kindly revert|оптом от производителя|выгодное предложение|под ключ|优惠|厂家',
    weak: 'followers|leads|portfolio|outsource|marketing|discount|manufacturer|supplier|unsubscribe|whatsapp|telegram|skype|wechat|телеграм|телеграмм|микровыплаты|недорого|скидки|звоните|гарантия|подробнее|微信|qq|加|click|cheap|cheapest|best price|buy|order now|limited|chatbot|ai|app development|affordable|samples|off with code|shop at|order at|discreet|promo code|instant delivery',
  },
  medicines: {
    strong:
      'without prescription|no prescription|no rx|no script|online pharmacy|canadian pharmacy|pharmacy online|drugstore online|buy viagra|buy cialis|cheap cialis|cheap viagra|generic viagra|generic cialis|male enhancement|testosterone booster|cbd gummies|cbd oil|keto gummies|weight loss|lose weight|tablets for sale|pills for sale|discreet shipping|doctors hate',
    weak: 'viagra|cialis|levitra|kamagra|sildenafil|tadalafil|tramadol|xanax|modafinil|phentermine|ivermectin|ozempic|semaglutide|prednisone|pharmacy|mg|tablets|pills|cbd|keto|gummies|dosage|generic',
  },
  gambling: {
    strong:
      'online casino|casino online|casino bonus|free spins|freespin|freespins|no deposit bonus|welcome bonus|betting tips|sports betting|slot online|slot gacor|situs slot|judi online|deneme bonusu|canli bahis|bahis siteleri|1xbet|mostbet|pin up casino|онлайн казино|казино онлайн|игровые автоматы|фриспины|ставки на спорт|зеркало|สล็อต|บาคาร่า|เว็บพนัน|赌场|博彩|百家乐|娱乐城|彩金|maxwin',
    weak: 'casino|casinos|slot|slots|roulette|blackjack|poker|betting|bonus|jackpot|казино|пин ап|вулкан|бонус|bahis|гральні',
  },
  'quick money': {
    strong:
      'make money|earn money|money fast|get rich|need money|passive income|financial freedom|work from home|per day from home|no experience needed|no experience required|trading bot|trading robot|crypto bot|bitcoin trading|trading bitcoin|binary options|forex signals|crypto signals|airdrop|presale|your wallet|recover your funds|recovery experts|lost crypto|investment company|fund your project|business loan|personal loan|payday loan|loans from|no credit check|interest rate loan|next of kin|late client|barrister|share his surname|transfer the funds|beneficiary|lottery winner|donation of|western union|guaranteed profit|заработок в интернете|доход в интернете|заработок онлайн|без вложений|кредит на карту|займ на карту|займ онлайн|без отказа|купить диплом|купить справку|купить аттестат|с занесением в реестр|代开发票|办理证件|文凭|日收益|虚拟货币|比特币投资|投资平台',
    weak: 'bitcoin|btc|eth|usdt|crypto|forex|trading|invest|investment|investors|loan|loans|wallet|profit|earn|income|deposit|million|millions|dollars|gift card|lottery|funds|hacked|заработок|доход|кредит|займ|диплом|криптовалюта|投资|注册',
  },
  'false alarms': {
    strong:
      'verify your account|confirm your account|verify now|upgrade now|your mailbox|mailbox is full|exceeded its limit|storage has exceeded|account will be|page will be disabled|will be permanently deleted|will be suspended|will be terminated|copyright infringement|my images|legal action|final notice|domain expires|within 24 hours|within 48 hours|claim your prize|you have won|you won|have been selected|gift card worth|recorded you|access to your device|hacked your|in bitcoin|lose access|avoid suspension|claim your|confirm here|is overdue|complaint about your',
    weak: 'urgent|urgently|appeal|attention|dear customer|immediately|password|prize|winner|congratulations|evidence|download|invoice|overdue|dear friend|in confidence|kindly|god bless|claim|verify|confirm',
  },
  'adult offers': {
    strong:
      'porn|xxx|sex cams|sex cam|live sex|hot girls|hot women|sexy girls|escort|escorts|call girls|naked photos|private photos|nude photos|alone tonight|bored tonight|want to meet you|singles near you|singles in your area|i want fun|проститутки|индивидуалки|эскорт|досуг с фото|секс знакомства|интим|约炮|成人视频',
    weak: 'sex|sexy|naked|nude|girls|dating|kisses|tonight|lonely|my profile|досуг|знакомства',
  },
  'empty praise and forged goods': {
    strong:
      'replica watches|rolex replica|replica|essay writing|essay help|write my essay|nike outlet|gucci outlet|louis vuitton outlet|ray ban sale|great article|nice article|this article|this post|bookmark|fastidious|keep up the|your writing|interesting article|article like yours|my web page|my web site|my homepage|my blog post|visit my|feel free to surf|browsing online|auspicious|amusement account|great site|nice site|great blog|awesome site',
    weak: 'rolex|essay|outlet|handbags|watches|sneakers|impressed|fantastic|blog|article|great|awesome|check this|my page',
  },
};

export type Phrase = { topic: string; isStrong: boolean };

/** By their words, as a folded text has them. */
export const phrases: ReadonlyMap<string, Phrase> = new Map(
  Object.entries(byTopic).flatMap(([topic, lists]) =>
    (['strong', 'weak'] as const).flatMap((strength) =>
      lists[strength].split('|').map((phrase) => [phrase, { topic, isStrong: strength === 'strong' }] as const),
    ),
  ),
);
