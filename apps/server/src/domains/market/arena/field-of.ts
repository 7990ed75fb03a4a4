import { ArenaField } from '@orrery/contract'

const rules: readonly [ArenaField, RegExp][] = [
  [
    ArenaField.code,
    /```|\b(function|class|def|import|select .+ from|sql|regex|python|javascript|typescript|java|rust|golang|c\+\+|html|css|bug|compile|code|script|algorithm|api)\b|代码|编程|函数|脚本|正则|算法|程序|报错/i,
  ],
  [
    ArenaField.maths,
    /\d\s*[-+*/×÷=^%]\s*\d|\b(calculate|solve|prove|proof|equation|integral|derivative|probability|percent|how many|sum of|puzzle|logic|riddle)\b|计算|方程|证明|概率|积分|几何|多少|推理|逻辑题|数列/i,
  ],
  [
    ArenaField.language,
    /\b(translate|translation|rewrite|summar|paraphrase|proofread|grammar|in (french|german|spanish|chinese|english|japanese)|synonym)|翻译|改写|润色|总结|概括|语法|近义词|病句|成语/i,
  ],
  [
    ArenaField.roleplay,
    /\b(pretend|role ?-?play|act as|you are (a|an|the|my)|imagine you|let'?s chat|how are you|i feel|talk to me)\b|扮演|假装|你是一|你现在是|陪我|聊聊|我感到|我觉得/i,
  ],
  [
    ArenaField.creation,
    /\b(write|compose|draft|poem|story|haiku|slogan|lyrics|essay|speech|letter|headline|name for)\b|写一|作文|诗|故事|文案|标语|歌词|演讲稿|起名|剧本/i,
  ],
  [
    ArenaField.tools,
    /\b(search the web|look up|weather (in|today)|book a|schedule|remind me)\b|联网|查一下|天气|预订|提醒我/i,
  ],
]

/** The field of a question by rules on its words; undefined when no rule matches. */
export const fieldOf = (question: string): ArenaField | undefined => rules.find(([, rule]) => rule.test(question))?.[0]
