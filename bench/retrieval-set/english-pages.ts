import type { Page } from './pages.ts'

/** Written for this project: realistic pages, each with a question that is worded differently from its answer. */
export const englishPages: Page[] = [
  {
    title: 'Winter care of outdoor taps',
    text: `Before the first frost, close the valve in the cellar that feeds the garden line and open the tap outside until nothing drips any more. Water that stays in the pipe expands when it freezes and splits the copper, which nobody notices until spring.\n\nFoam covers are sold for a few coins and slow the cooling, but they do not replace draining. Hoses are rolled up, hung in the shed and never left screwed on.\n\nIf a line has burst, turn off the main valve beside the meter and call the plumber; the insurer asks for photographs of the damage.`,
    ask: 'How do I keep the line in the yard from cracking when it gets very cold?',
    cross: '冬天怎样防止院子里的水管冻裂？',
  },
  {
    title: 'Sick leave',
    text: `Anyone who is unwell tells the team lead before nine in the morning, by phone or message. A note from a doctor is needed from the fourth day of absence on, and earlier only if the personnel office asks for it in writing.\n\nPay continues in full for six weeks. After that the health fund takes over and transfers about seventy percent of the salary.\n\nDays of illness during a holiday are credited back when a certificate is handed in.`,
    ask: 'From when on must I bring a medical certificate if I cannot work?',
    cross: '员工生病几天以后才需要交医生证明？',
  },
  {
    title: 'Parental leave',
    text: `Either parent may stay at home until the child's third birthday. The wish is handed in seven weeks ahead, with the months that are meant; up to twelve of them can be moved to a later time before the child turns eight.\n\nThe post is kept. During this time people may work for us up to thirty hours a week, and the allowance of the state is reduced by what they earn.`,
    ask: 'How far in advance do I announce that I will stay with my newborn?',
  },
  {
    title: 'Expenses of a trip',
    text: `Tickets, rooms and taxis are paid back against the original bill, which is photographed in the app within ten days of coming home. Meals are covered by a fixed sum a day that depends on the country.\n\nDrinks from the minibar, fines and upgrades stay with the traveller. Who drives their own car gets thirty cents a kilometre, and a colleague on the next seat adds two cents.`,
    ask: 'Do I get money back for parking fines on a business journey?',
    cross: '出差时酒店小冰箱里的饮料可以报销吗？',
  },
  {
    title: 'Remote work',
    text: `Two days a week may be spent at home without asking. More than that is agreed with the lead and reviewed after half a year. Screens and a chair are lent out by the equipment desk.\n\nWorking from abroad is limited to thirty days a year because of taxes and social insurance, and only within the Union. Confidential papers do not leave the building.`,
    ask: 'May I do my job from another country for a while?',
  },
  {
    title: 'Visitors of the plant',
    text: `Guests are announced a day before and met at the gate. They leave an identity card, get a badge and watch a film of four minutes about safety. Sandals and loose scarves are not allowed in the hall.\n\nPhotographs are taken only with the consent of the press office. Children under twelve may see the museum but not the furnaces.`,
    ask: 'Can we take our little kids along to look at the smelting ovens?',
  },
  {
    title: 'Fire alarm',
    text: `When the siren sounds, leave everything, close the windows and take the stairs; lifts stop at the ground floor and stay there. The meeting point is the lawn behind the bicycle stand, where floor wardens count heads.\n\nNobody goes back before the brigade has said so. Drills take place every spring and are not announced.`,
    ask: 'Where does everybody gather after evacuating the building?',
    cross: '发生火警后大家在哪里集合？',
  },
  {
    title: 'Lost badge',
    text: `A missing access card is reported to security at once, also at night; it is blocked within a minute. A replacement is ready the same day and costs fifteen euros unless it was stolen and the police report is shown.\n\nUntil then the reception lends out a card for one day. Doors of the laboratory stay closed to borrowed cards.`,
    ask: 'What do I pay for a new door key card when mine is gone?',
  },
  {
    title: 'Passwords',
    text: `A passphrase of four unusual words is easier to remember than eight random signs, and harder to guess. It is changed only when there is a reason to think that somebody else knows it, not by the calendar.\n\nThe company's vault fills them in. Codes from the telephone are asked for besides, and recovery codes belong on paper in a drawer at home.`,
    ask: 'Should I renew my login secret every few months?',
  },
  {
    title: 'Backups of laptops',
    text: `Notebooks copy what changed to the server every hour while they are on the network, and keep thirty days of it. Folders named "private" are left out.\n\nTo get a file back, open the menu of the folder and choose "earlier versions". A whole disk is restored by the help desk overnight; bring the machine before four o'clock.`,
    ask: 'I overwrote a document yesterday. How can I recover the old state?',
    cross: '昨天误删的文件怎么找回？',
  },
  {
    title: 'Suspicious mail',
    text: `A message that urges you to hurry, asks for a gift card or comes from an address that is almost right is probably a fraud. Do not open what is attached. Use the button with the hook to hand it to the security team, who look at it within the hour.\n\nIf you have already typed your credentials into a strange page, change them immediately and ring extension 77.`,
    ask: 'How do I report an e-mail that looks like phishing?',
  },
  {
    title: 'Meeting rooms',
    text: `Rooms are booked in the calendar. A booking lapses when nobody has checked in on the panel beside the door ten minutes after it began. The large hall needs the approval of the front office and includes a technician.\n\nLeave the table clean and wipe the board. Catering is ordered two working days ahead.`,
    ask: 'Why did our reserved conference space get released although we came a quarter of an hour late?',
  },
  {
    title: 'Descaling the coffee machine',
    text: `When the lamp blinks orange, limestone has settled in the boiler. Fill the tank with half a litre of water and one sachet of citric acid, put a jug under the spout and hold both buttons for five seconds. The programme runs for twenty minutes; rinse twice with fresh water afterwards.\n\nVinegar attacks the seals and is not to be used.`,
    ask: 'Which liquid must not be used to remove lime from the espresso maker?',
    cross: '清除咖啡机水垢时为什么不能用醋？',
  },
  {
    title: 'Dishwasher leaves white film',
    text: `A grey veil on glasses that can be wiped away with lemon juice is lime: refill the salt and set the hardness that the waterworks state. A veil that stays is etching of the glass itself, and comes from too little dirt, too hot a programme and too much tablet.\n\nPots with burnt milk are soaked beforehand. The sieve is cleaned every fortnight.`,
    ask: 'My tumblers come out cloudy and lemon does not help. What is the reason?',
  },
  {
    title: 'Refrigerator hums and is warm',
    text: `Feel the back: if the grid is covered with dust, heat cannot leave and the motor runs without pause. Pull the plug, vacuum the grid and leave a hand's breadth to the wall. A door whose rubber no longer holds a strip of paper needs a new seal.\n\nIce on the rear wall inside points to a blocked drain; free it with a cotton bud.`,
    ask: 'How can I tell that the gasket of the fridge is worn out?',
  },
  {
    title: 'Bread with sourdough',
    text: `Feed the starter in the evening with equal weights of rye flour and water. In the morning mix it with wheat flour, water and salt, fold the dough four times at half-hour distances, and let it rise in a basket until a dent comes back slowly.\n\nBake it for fifty minutes, the first twenty with steam. It is done when it sounds hollow if knocked from below, and is sliced only when cold.`,
    ask: 'By which sign do I know that the loaf is baked through?',
    cross: '怎么判断烤的面包已经熟了？',
  },
  {
    title: 'Storing potatoes',
    text: `Tubers keep for months in a dark, airy cellar at about six degrees. Light turns them green, and the green parts hold a poison that boiling does not destroy: cut them out generously. In the refrigerator the starch turns into sugar, and they brown too much when fried.\n\nApples belong elsewhere: the gas they give off makes eyes sprout.`,
    ask: 'Is it dangerous to eat spuds that have changed their colour?',
  },
  {
    title: 'Freezing leftovers',
    text: `Let the food cool, fill flat boxes and write the date on them. Soup and stew keep for three months, cooked rice for one, raw minced meat for two. Cream sauces separate and are whisked again when hot.\n\nThaw in the refrigerator overnight, never on the counter, and do not freeze again what was thawed raw.`,
    ask: 'For how long can a cooked broth stay in the deep freezer?',
  },
  {
    title: 'Tomatoes on the balcony',
    text: `Young plants go outside after the middle of May, when nights no longer bring frost. Pinch out the shoots between stem and leaf once a week, so that strength goes into the fruit. Water the soil in the morning and not the leaves: wet foliage invites blight.\n\nYellow lower leaves mean that nitrogen is missing. A pot of twenty litres is the least.`,
    ask: 'Why should I not sprinkle the greenery of the tomato plants?',
    cross: '阳台上种西红柿，为什么不要把水浇到叶子上？',
  },
  {
    title: 'Pruning apple trees',
    text: `Cut in late winter on a dry day without frost. Take out what is dead, what rubs against other wood and what grows straight up or into the crown; a hat thrown into the tree should fall through. Cuts go just above a bud that points outwards.\n\nLarge wounds are left open to the air; wax holds moisture and rots. Summer cutting slows a tree that grows too much.`,
    ask: 'In which season are fruit trees trimmed?',
  },
  {
    title: 'Bees in the attic wall',
    text: `A humming cluster in May is usually a swarm that looks for a home and moves on after a day or two. Keep away and call the association of beekeepers, who fetch it for nothing. Wild bees that nest in single holes do not sting people and are protected by law.\n\nWasps are another matter: the council removes nests above playgrounds.`,
    ask: 'Whom do I phone to have a swarm collected, and is there a charge?',
  },
  {
    title: 'Composting',
    text: `Kitchen scraps and cut grass are wet and rich; twigs, straw and torn cardboard are dry and let air in. Heap them in layers, half of each. If it smells of ammonia, there is too much of the wet; if nothing happens, water it.\n\nCooked meat and bones attract rats. After a year the dark crumbs are sieved and spread between the rows.`,
    ask: 'My pile of garden waste stinks. What went wrong?',
    cross: '堆肥有难闻的氨味是什么原因？',
  },
  {
    title: 'First aid for burns',
    text: `Hold the place under lukewarm running water for ten minutes, not longer on small children, and never put ice, butter or flour on it. Take rings off before it swells. Cover it loosely with a clean cloth.\n\nBlisters stay closed. Call an ambulance if the area is larger than the palm of the injured person's hand, or if the face or joints are hit.`,
    ask: 'Somebody scalded an arm with hot soup. What should be done at once?',
    cross: '被热水烫伤以后应该先怎么处理？',
  },
  {
    title: 'Ticks',
    text: `Grip the animal with fine tweezers close to the skin and pull it out slowly and straight; oil and glue only make it spit. Mark the spot with a pen and look at it for six weeks. A red ring that grows is a reason to see a doctor, and so is fever.\n\nLong trousers tucked into socks keep most of them away.`,
    ask: 'Which skin change after a bite in the woods needs treatment?',
  },
  {
    title: 'Blood donation',
    text: `Donors are between eighteen and seventy-two years old and weigh at least fifty kilos. Men may come six times a year, women four times, with eight weeks in between. Eat something and drink two glasses of water before.\n\nAfter a tattoo you wait four months. The whole visit takes an hour, the needle ten minutes of it.`,
    ask: 'I had my arm inked recently. When may I give blood again?',
  },
  {
    title: 'Sleep',
    text: `Most adults need seven to eight hours. Screens before bed matter less than light in the morning: half an hour outdoors sets the clock. Coffee in the afternoon is still half there at night. The room is cool and dark.\n\nWho lies awake for twenty minutes should get up and read something dull. Snoring with pauses of breath is examined in a laboratory.`,
    ask: 'What should I do if I cannot doze off at night?',
    cross: '晚上睡不着的时候该怎么办？',
  },
  {
    title: 'Night trains',
    text: `The sleeper leaves the capital at nine in the evening and reaches the coast at seven. Compartments have four or six berths, and there is one coach for women only. Bicycles travel for ten euros if a place was reserved.\n\nBreakfast is brought before arrival. Tickets can be returned until the day before for a fee of a quarter; afterwards they are lost.`,
    ask: 'How much of the fare is kept if I cancel the overnight rail journey a week ahead?',
  },
  {
    title: 'Baggage on the ferry',
    text: `Foot passengers carry two pieces aboard; larger trunks are handed over at the quay and come up with the crane. Dogs stay on the upper deck on a lead, cats in a basket. Petrol cans are taken away.\n\nWhen waves exceed four metres the crossing is called off, and the ticket is valid for thirty days.`,
    ask: 'Under what weather does the boat not sail?',
    cross: '浪有多高时渡轮会停航？',
  },
  {
    title: 'Renting a car',
    text: `Drivers are at least twenty-one and have held a licence for a year; below twenty-five a supplement is due each day. A credit card in the driver's own name is blocked for the deposit.\n\nFill the tank before you return it, or pay double the pump price. A scratch that is not on the sheet is photographed before leaving the yard.`,
    ask: 'Is hiring a vehicle dearer for somebody who is twenty-three?',
  },
  {
    title: 'Passport renewal',
    text: `Applications are made in person at the town hall of the place where you live, because fingerprints are taken. Bring the old document, a biometric picture and sixty euros. It takes four weeks; the express service takes three days and costs thirty-two more.\n\nChildren need the consent of both parents. A lost one is reported to the police first.`,
    ask: 'What is the surcharge if I need my travel document urgently?',
    cross: '加急办理护照要多花多少钱？',
  },
  {
    title: 'Moving house: registration',
    text: `Within two weeks of moving in you register at the citizens' office, with your identity card and a form signed by the landlord. Cars get their new address there as well. The office in the old town is told automatically.\n\nWho comes late may be fined up to a thousand euros, in practice ten to thirty.`,
    ask: 'How soon must I tell the authorities about my new flat?',
  },
  {
    title: 'Bulky waste',
    text: `Furniture, mattresses and carpets are collected twice a year free of charge. Order the pick-up online; the date comes by post. Put the things on the kerb on the evening before, not earlier, and leave the pavement passable.\n\nElectrical devices, tyres and paint are brought to the depot in Mill Lane, which is open on Saturday mornings.`,
    ask: 'How do I get rid of an old sofa?',
    cross: '旧沙发怎么处理，要收费吗？',
  },
  {
    title: 'Library cards',
    text: `Everybody who lives in the county may borrow. The card costs twelve euros a year and nothing for pupils. Books are lent for four weeks, films for one, and may be kept longer twice unless somebody waits for them.\n\nEach day of delay costs twenty cents an item. What is lost is paid at the price of a new copy.`,
    ask: 'What is charged when I bring back a novel too late?',
  },
  {
    title: 'Swimming pool hours',
    text: `The indoor pool opens at half past six on weekdays for early swimmers and closes at ten. On Wednesday mornings it belongs to schools. The sauna is mixed except on Mondays, which are for women.\n\nChildren below seven are accompanied by an adult. Caps are no longer required.`,
    ask: 'Is there a time when only ladies use the steam bath?',
  },
  {
    title: 'Noise and quiet hours',
    text: `From ten at night until six, and all Sunday, sounds stay within one's own four walls. Drilling is allowed on weekdays from eight to noon and from two to seven. Pianos may be played for two hours a day.\n\nSpeak to the neighbour before you write to the management. Parties are announced in the stairwell, but an announcement gives no licence.`,
    ask: 'When may I use power tools in the flat?',
    cross: '公寓里什么时间可以用电钻？',
  },
  {
    title: 'Heating bill',
    text: `Seven tenths of the cost are split by the meters on the radiators, the rest by floor area. Readings are taken by radio in January. Anyone who thinks that the sum is wrong has twelve months to object and may look at the receipts.\n\nAir the rooms by opening the windows wide for five minutes; a window left ajar cools the wall and feeds mould.`,
    ask: 'What proportion of the warmth expenses depends on my own consumption?',
  },
  {
    title: 'Mould in the bathroom',
    text: `Black dots in the joints feed on damp. Wipe them with alcohol of seventy percent, wear gloves and keep the door open. Chlorine bleaches them but does not reach the roots.\n\nThen remove the cause: air after every shower, pull the curtain open to dry, keep humidity below sixty percent. Patches larger than a page are a case for an expert.`,
    ask: 'What kills the dark spots between the tiles for good?',
  },
  {
    title: 'Solar panels on a balcony',
    text: `Two modules of up to eight hundred watts may be plugged into an ordinary socket. They are entered in the register of the network agency; the landlord is asked and can hardly refuse. South-facing rails give about six hundred kilowatt hours a year.\n\nSurplus flows into the grid without payment. The meter must not run backwards.`,
    ask: 'Will I be paid for the electricity I do not use myself?',
    cross: '阳台太阳能板用不完的电能拿到钱吗？',
  },
  {
    title: 'Electric bicycle battery',
    text: `Charge at room temperature and stop at about eighty percent if the bicycle will stand for weeks. A pack that was dropped or that bulges is taken outdoors and brought to the dealer, never to the household bin.\n\nBelow zero the range falls by a third; keep the pack indoors and put it in just before riding. After a thousand charges about seventy percent of the capacity is left.`,
    ask: 'Why do I get less far with my pedelec in January?',
  },
  {
    title: 'Puncture',
    text: `Lift the tyre off with two levers, starting opposite the valve. Find the hole by holding the tube under water, dry it, roughen it, wait until the glue is dull and press the patch on for a minute. Feel inside the tyre for the thorn before you put it back.\n\nA cut along the side of the tyre cannot be mended.`,
    ask: 'How is a flat inner tube sealed again?',
  },
  {
    title: 'Chess club',
    text: `We meet on Thursdays at seven above the bakery. Beginners get a lesson first; afterwards everybody plays. Members pay forty euros a year, which includes the licence for tournaments. Boards and clocks are there.\n\nThe summer championship is played over seven rounds, and points against stronger opponents count for the ranking of the country.`,
    ask: 'What does it cost to belong to the board game association?',
  },
  {
    title: 'Choir',
    text: `Rehearsals are on Monday evenings in the parish hall. Altos and basses are short; sopranos go on a waiting list. One does not have to read music, recordings of each part are sent out. A short audition is a conversation rather than an exam.\n\nThe Christmas concert collects money for the hospice.`,
    ask: 'Can I join the singers even though I do not understand notes?',
    cross: '不会看谱可以参加合唱团吗？',
  },
  {
    title: 'Tides',
    text: `The pull of the moon raises the sea on the side that faces it and, because the earth is pulled away from the water behind it, on the far side too. As the globe turns, most coasts see two highs a day, each some fifty minutes later than the day before. When the sun stands in line, at new and full moon, the range is largest.`,
    ask: 'Why does the ocean rise twice daily?',
    cross: '为什么海水一天涨落两次？',
  },
  {
    title: 'Why leaves turn red',
    text: `In autumn trees draw nitrogen back from their foliage and break down the green pigment. Yellow carotenes, which were there all along, become visible. Red is made fresh from sugar: cold nights and bright days keep sugar in the leaf, and the colour shields it from light while it is being emptied.`,
    ask: 'Which weather makes the forest especially crimson in October?',
  },
  {
    title: 'Vaccines',
    text: `A vaccination shows the body a harmless piece of a germ. White cells that fit it multiply, and some of them remain for years as memory. When the real germ comes, antibodies are there within days instead of weeks. Boosters remind cells whose number has dwindled.\n\nWhere enough people are immune, the disease no longer finds a way to those who cannot be protected.`,
    ask: 'How does an inoculation teach the immune system?',
  },
  {
    title: 'Compound interest',
    text: `Interest that is left in the account earns interest itself. At six percent a sum doubles in about twelve years: seventy-two divided by the rate gives the time. The same holds for debt on a card, where the rate is three times as high.\n\nFees of one percent a year take a quarter of the gain over thirty years.`,
    ask: 'How can I quickly estimate when my savings will be twice as large?',
  },
  {
    title: 'Opening a bank account',
    text: `Identify yourself by video or at the post office. The account is free as long as seven hundred euros arrive every month; otherwise it costs four. The card for payments is included, a credit card costs thirty a year.\n\nOverdrafts are granted after three salaries. Closing takes one letter, and we move standing orders to the new bank.`,
    ask: 'Under what condition do I not pay for keeping money with you?',
    cross: '怎样才能免交银行账户的月费？',
  },
  {
    title: 'Bicycle theft insurance',
    text: `Covered is a bicycle that was locked to something fixed with a lock worth at least fifty euros, also at night. Parts that are screwed on are covered, bags are not. Send us the police report, the bill and both keys within a week.\n\nWe pay the price of a new one for two years, then ten percent less each year.`,
    ask: 'What papers do I hand in after my bike was stolen?',
  },
  {
    title: 'Cancelling a subscription',
    text: `You may end the subscription at any time to the end of the month. Use the button under "My contracts" or write a mail; a reason is not needed. What was paid ahead for a year is refunded by month.\n\nYour playlists stay for ninety days in case you return, and are erased afterwards.`,
    ask: 'If I quit in the middle of a prepaid year, do I get the rest of the sum?',
    cross: '提前付了一年的会员，中途退订能退钱吗？',
  },
  {
    title: 'Wrong size: exchange of clothes',
    text: `Shoes and clothes that were only tried on may be swapped within thirty days. Print the label from your account and drop the parcel at any shop of the courier; the other size is sent as soon as the label has been scanned. Underwear and cut fabric are excluded.\n\nSale items are credited as a voucher.`,
    ask: 'The sneakers are too tight. How do I get bigger ones?',
  },
  {
    title: 'Museum of clocks',
    text: `The tower clock of 1542 is wound by hand every morning at ten, and visitors may turn the crank. The collection goes from water clocks to the first quartz. Guided tours in English start at two on weekends.\n\nAdmission is free on the first Sunday of a month. The top floor cannot be reached with a wheelchair.`,
    ask: 'On what day can one get into the timepiece exhibition without a ticket?',
  },
  {
    title: 'The great flood of 1784',
    text: `After a winter with eighty days of frost the ice on the river broke on the twenty-seventh of February. The blocks dammed up at the old bridge, the water rose by thirteen metres, and two of its arches were swept away. Sixty-three people drowned.\n\nA mark beside the church door shows the level. The new bridge was built higher, of basalt, and paid for by a toll.`,
    ask: 'What caused the destruction of the crossing in the eighteenth century?',
  },
]
